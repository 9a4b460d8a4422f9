import { describe, expect, test } from 'vitest'
import type { Backend, BackendRun } from '../../../src/server/backend.js'
import { message } from '../../../src/testing/response-builders.js'
import { ask, eventsOf, idOf, post, testServer, type WireEvent } from '../support.js'

// What a backend in plain JavaScript can do, whatever the types say.

const cycle: Record<string, unknown> = {}
cycle.cycle = cycle
const added = { type: 'response.output_item.added', output_index: 0, item: message(0, '', 'in_progress') }
const textAdded = {
  type: 'response.content_part.added',
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  part: { type: 'output_text', text: '', annotations: [] },
}
const delta = (text: unknown) => ({
  type: 'response.output_text.delta',
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  delta: text,
})

function yielding(...events: unknown[]): Backend['respond'] {
  return async function* respond() {
    yield* events as never[]
  }
}
const throwing = (thrown: unknown): Backend['respond'] => {
  return async () => {
    throw thrown
  }
}
const unreadable = new Proxy(
  {},
  {
    get() {
      throw new Error('not to be read')
    },
  },
)

type Odd = [what: string, respond: Backend['respond'], endsAs: 'completed' | 'failed']

const odd: Odd[] = [
  ['two terminal events', yielding({ type: 'response.completed' }, { type: 'response.failed' }), 'completed'],
  [
    'an error after the terminal event',
    async function* respond() {
      yield { type: 'response.completed' }
      throw new Error('late')
    },
    'completed',
  ],
  [
    'the writer after the end',
    async ({ writer }: BackendRun) => {
      await writer.complete()
      await writer.message().text('late')
    },
    'completed',
  ],
  ['undefined', yielding(undefined), 'failed'],
  ['null after an event', yielding(added, null), 'failed'],
  ['a number', yielding(1), 'failed'],
  ['a string', yielding('response.completed'), 'failed'],
  ['a list', yielding([added]), 'failed'],
  ['no type', yielding({}), 'failed'],
  ['a type that is no string', yielding({ type: 5 }), 'failed'],
  ['a type of two lines', yielding(added, { type: 'response.x\nevent: y' }), 'failed'],
  ['a cycle', yielding(added, { type: 'response.x', cycle }), 'failed'],
  ['a bigint', yielding(added, { type: 'response.x', n: 1n }), 'failed'],
  ['a toJSON that throws', yielding({ type: 'response.x', at: { toJSON: () => JSON.parse('') } }), 'failed'],
  [
    'a cycle in the response that begins',
    yielding({ type: 'response.created', response: { cycle } }),
    'failed',
  ],
  [
    'a cycle in the response that ends',
    yielding(added, { type: 'response.completed', response: { cycle } }),
    'failed',
  ],
  [
    'a cycle in what the writer ends with',
    async ({ writer }: BackendRun) => writer.complete({ usage: cycle }),
    'failed',
  ],
  [
    'a bigint in what an item ends with',
    async ({ writer }: BackendRun) => {
      await writer.webSearch().done({ action: 1n as never })
      await writer.complete()
    },
    'failed',
  ],
  ['no response in the end', yielding({ type: 'response.completed', response: null }), 'failed'],
  ['a failure without an error', yielding({ type: 'response.failed', response: { error: null } }), 'failed'],
  ['an empty error event', yielding(added, { type: 'error', error: null }), 'failed'],
  [
    'output that is no list',
    yielding({ type: 'response.completed', response: { output: 'x' } }),
    'completed',
  ],
  [
    'nothing as an item',
    yielding({ type: 'response.completed', response: { output: [null, 1] } }),
    'completed',
  ],
  [
    'an id of its own',
    yielding({ type: 'response.completed', response: { id: 'resp_x', status: 'failed' } }),
    'completed',
  ],
  ['no number as an index', yielding({ ...added, output_index: 'x' }), 'failed'],
  ['an enormous index', yielding({ ...added, output_index: 1e9 }), 'failed'],
  ['an item that is null', yielding({ ...added, item: null }), 'failed'],
  ['a delta that is no text', yielding(added, textAdded, delta(5)), 'failed'],
  [
    'an event of 2 MB',
    yielding(added, textAdded, delta('x'.repeat(2 << 20)), { type: 'response.completed' }),
    'completed',
  ],
  [
    'names of prototypes',
    yielding({ type: '__proto__' }, { type: 'constructor' }, { type: 'response.completed' }),
    'completed',
  ],
  ['undefined as an error', throwing(undefined), 'failed'],
  ['a string as an error', throwing('x'), 'failed'],
  ['an error that cannot be read', throwing(unreadable), 'failed'],
  ['an error with the status 200', throwing(Object.assign(new Error('x'), { status: 200 })), 'failed'],
  ['an error at once', () => JSON.parse(''), 'failed'],
  ['nothing', (() => undefined) as never, 'failed'],
  ['a list of events', (() => [added]) as never, 'failed'],
]

const modes: [string, object, Record<string, string>][] = [
  ['not stored', { stream: true, store: false }, {}],
  ['stored', { stream: true }, {}],
  ['not streamed', {}, {}],
  ['background', { stream: true, background: true }, {}],
  ['with a key', { stream: true }, { 'idempotency-key': 'k' }],
]

const responseOf = (event: WireEvent | undefined): object => Reflect.get(Object(event), 'response') as object

describe.each(modes)('%s: the response has one end, whatever the backend does', (_mode, fields, headers) => {
  test.each(odd)('%s', async (_what, respond, endsAs) => {
    const ends: unknown[] = []
    const server = testServer(respond, { hooks: { onRunEnd: ({ response }) => ends.push(response?.status) } })
    const http = await post(server, { model: 'm', input: 'Hi', ...fields }, { headers })
    if (http.headers.get('content-type') === 'application/json') {
      const body: unknown = await http.json()
      // A refusal, before anything was sent.
      if (http.status === 500)
        expect([body, ends, endsAs]).toMatchObject([{ error: {} }, [undefined], 'failed'])
      else
        expect([http.status, body, ends]).toMatchObject([
          200,
          { status: endsAs, output: expect.any(Array) },
          [endsAs],
        ])
      return
    }
    const events = await eventsOf(http)
    expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()])
    const terminal = events.filter(({ type }) => /^response\.(completed|failed|incomplete)$/.test(type))
    expect(terminal).toEqual(events.slice(-1))
    const last = responseOf(terminal[0])
    expect([last, ends]).toMatchObject([
      { id: idOf(events[0]), status: endsAs, output: expect.any(Array) },
      [endsAs],
    ])
    expect(Reflect.get(last, 'output')).not.toContain(null)
    const stored = await ask(server, `/${idOf(events[0])}`)
    if ('store' in fields) expect(stored.status).toBe(404)
    else expect(await stored.json()).toEqual(last)
    await server.close()
  })
})
