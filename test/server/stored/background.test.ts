import { describe, expect, test, vi } from 'vitest'
import type { BackendRun } from '../../../src/server/backend.js'
import { scriptBackend } from '../../../src/server/backends/script.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import {
  ask,
  eventsOf,
  gate,
  idOf,
  parseAll,
  post,
  readerOf,
  readUntil,
  testServer,
  told,
  typesOf,
} from '../support.js'

const request = { model: 'm-test', input: 'Hi', background: true }
const streaming = { ...request, stream: true }
const hello = scriptBackend(async ({ writer }) => {
  await writer.message({ id: 'msg_0' }).text('Hello')
  await writer.complete({ usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } })
})

async function finalOf(server: ReturnType<typeof testServer>, id: string): Promise<Record<string, unknown>> {
  return vi.waitFor(async () => {
    const response = (await (await ask(server, `/${id}`)).json()) as Record<string, unknown>
    expect(['completed', 'failed', 'cancelled']).toContain(response.status)
    return response
  }, 10_000)
}

test('a background response is answered at once as queued, and polled', async () => {
  const server = testServer(hello)
  const [status, queued] = await told(await post(server, request))
  expect([status, queued]).toMatchObject([
    200,
    {
      status: 'queued',
      background: true,
      store: true,
      output: [],
      completed_at: null,
      error: null,
      usage: null,
    },
  ])
  expect(await finalOf(server, idOf(queued))).toMatchObject({
    status: 'completed',
    output: [{ content: [{ text: 'Hello' }] }],
    usage: { total_tokens: 2 },
  })
})

test('a background stream is created, queued, then in progress, numbered from 0, without padding', async () => {
  const server = testServer(hello, { obfuscation: true })
  const response = await post(server, streaming)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^req_/),
  })
  const events = await eventsOf(response)
  expect(typesOf(events)).toEqual([
    'response.created',
    'response.queued',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.slice(0, 3)).toMatchObject([
    { response: { status: 'queued' } },
    { response: { status: 'queued' } },
    { response: { status: 'in_progress' } },
  ])
  expect(events.some((event) => 'obfuscation' in event)).toBe(false)
})

test('without store there is no background', async () => {
  expect(await told(await post(testServer(hello), { ...request, store: false }))).toEqual([
    400,
    {
      error: {
        message: "Unsupported parameter: 'background'. Background mode requires 'store' to be true.",
        type: 'invalid_request_error',
        param: 'background',
        code: 'unsupported_parameter',
      },
    },
  ])
})

test('B117: a background run does not care whether its client leaves', async () => {
  const going = gate()
  let run: BackendRun | undefined
  const server = testServer(async (own) => {
    run = own
    const message = own.writer.message()
    await message.text('one')
    await going.opened
    await message.text(' two')
    await own.writer.complete()
  })
  const reader = readerOf(await post(server, streaming))
  const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('"one"')))[0])
  await reader.cancel()
  expect(run?.signal.aborted).toBe(false)
  going.open()
  expect(await finalOf(server, id)).toMatchObject({
    status: 'completed',
    output: [{ content: [{ text: 'one two' }] }],
  })
})

test('100 background runs with a limit of 8 begin in the order of their requests, and all complete', async () => {
  const begun: unknown[] = []
  let working = 0
  let most = 0
  const posted = gate()
  const server = testServer(async ({ params, writer }) => {
    begun.push(params.metadata?.n)
    working += 1
    most = Math.max(most, working)
    await posted.opened
    await new Promise((resolve) => setTimeout(resolve, (Number(params.metadata?.n) * 7) % 5))
    await writer.message().text('done')
    working -= 1
    await writer.complete()
  })
  const numbers = Array.from({ length: 100 }, (_, n) => String(n))
  const ids: string[] = []
  for (const n of numbers) ids.push(idOf(await (await post(server, { ...request, metadata: { n } })).json()))
  posted.open()
  const ends = await Promise.all(ids.map((id) => finalOf(server, id)))
  expect(ends.map(({ status }) => status)).toEqual(numbers.map(() => 'completed'))
  expect(begun).toEqual(numbers)
  expect(most).toBe(8)
})

test('a run that waits is retrieved as queued, and can be cancelled before it has begun', async () => {
  let begun = 0
  const held = gate()
  const server = testServer(
    async ({ writer }) => {
      begun += 1
      await held.opened
      await writer.complete()
    },
    { background: { maxConcurrentRuns: 1 } },
  )
  const first = idOf(await (await post(server, request)).json())
  const waiting = await post(server, streaming)
  const reader = readerOf(waiting)
  const text = await readUntil(reader, (seen) => seen.includes('response.queued'))
  const id = idOf(parseAll(text)[0])
  expect(await (await ask(server, `/${id}`)).json()).toMatchObject({ status: 'queued' })
  expect(await told(await ask(server, `/${id}/cancel`, { method: 'POST' }))).toMatchObject([
    200,
    { status: 'cancelled' },
  ])
  const rest = await readUntil(reader, () => false)
  expect(parseAll(text + rest).map(({ type, sequence_number }) => [type, sequence_number])).toEqual([
    ['response.created', 0],
    ['response.queued', 1],
    ['response.failed', 2],
  ])
  held.open()
  await finalOf(server, first)
  expect(begun).toBe(1)
})

describe('B115: every consumer ends', () => {
  const never = new Promise<never>(() => undefined)
  const begin = async ({ writer }: BackendRun): Promise<void> => {
    await writer.message({ id: 'msg_0' }).text('so far')
  }
  const causes: [string, (run: BackendRun) => Promise<void>, object][] = [
    [
      'throws',
      async (run) => begin(run).then(() => Promise.reject(new Error('boom'))),
      { code: 'server_error' },
    ],
    ['ends too early', begin, { code: 'upstream_truncated' }],
    ['throws before any output', () => Promise.reject(new Error('boom')), { code: 'server_error' }],
  ]

  test.each(causes)('a backend that %s', async (_what, respond, error) => {
    const server = testServer(respond)
    const response = await post(server, streaming)
    const events = await eventsOf(response)
    const id = idOf(events[0])
    const late = await eventsOf(await ask(server, `/${id}?stream=true&starting_after=3`))
    expect(late).toEqual(events.slice(4))
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed', error } })
    expect(events.filter(({ type }) => type === 'response.failed')).toHaveLength(1)
    expect(await (await ask(server, `/${id}`)).json()).toMatchObject({ status: 'failed', error })
  })

  test('a cancel, at three different cursors', async () => {
    const server = testServer(async (run) => {
      await begin(run)
      await never
    })
    const own = readerOf(await post(server, streaming))
    const id = idOf(parseAll(await readUntil(own, (text) => text.includes('so far')))[0])
    const others = await Promise.all(
      [0, 4].map((after) => ask(server, `/${id}?stream=true&starting_after=${after}`)),
    )
    await ask(server, `/${id}/cancel`, { method: 'POST' })
    const all = await eventsOf(await ask(server, `/${id}?stream=true`))
    expect(all.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'cancelled', error: null, completed_at: null, output: [{ status: 'incomplete' }] },
    })
    expect(await Promise.all(others.map(eventsOf))).toEqual([all.slice(1), all.slice(5)])
    expect(parseAll(await readUntil(own, () => false)).at(-1)).toEqual(all.at(-1))
  })
})

test('B094: what is cut off in the middle of a tool call is incomplete', async () => {
  const server = testServer(async ({ writer }) => {
    await writer.functionCall({ name: 'f' }).arguments('{"a')
    await writer.incomplete('max_output_tokens')
  })
  const events = await eventsOf(await post(server, streaming))
  expect(events.at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'function_call', status: 'incomplete', arguments: '{"a' }],
    },
  })
})

test('B127: an error after 40 events has the numbers that follow, is kept, and is found by a resume', async () => {
  const server = testServer(async ({ writer }) => {
    const message = writer.message()
    for (let count = 0; count < 35; count += 1) await message.text(`word ${count} `)
    throw new Error('boom')
  })
  const events = await eventsOf(await post(server, streaming))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  const before = events.findIndex(({ type }) => type === 'error') - 1
  const resumed = await eventsOf(
    await ask(server, `/${idOf(events[0])}?stream=true&starting_after=${before}`),
  )
  expect(typesOf(resumed)).toEqual(['error', 'response.failed'])
})

test('events are appended in batches, one append at a time, and each is serialised once', async () => {
  const store = memoryStore()
  const { append } = store.logs
  let appending = 0
  let most = 0
  const batches: number[] = []
  const slow = {
    ...store,
    logs: {
      ...store.logs,
      async append(...args: Parameters<typeof append>) {
        appending += 1
        most = Math.max(most, appending)
        batches.push(args[3].length)
        await new Promise((resolve) => setTimeout(resolve, 5))
        await append(...args)
        appending -= 1
      },
    },
  }
  const server = testServer(
    async ({ writer }) => {
      const message = writer.message()
      for (let count = 0; count < 50; count += 1) await message.text('x')
      await writer.complete()
    },
    { store: slow },
  )
  const events = await eventsOf(await post(server, streaming))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(most).toBe(1)
  expect(batches.length).toBeLessThan(10)
  await server.close()
})

test('a store that hiccups does not lose or double an event', async () => {
  const store = memoryStore()
  const { append } = store.logs
  let calls = 0
  const flaky = {
    ...store,
    logs: {
      ...store.logs,
      async append(...args: Parameters<typeof append>) {
        calls += 1
        if (calls === 2) throw new Error('connection reset before it arrived')
        await append(...args)
        if (calls === 4) throw new Error('connection reset after it had arrived')
      },
    },
  }
  const server = testServer(
    async ({ writer }) => {
      const message = writer.message()
      for (let count = 0; count < 5; count += 1) {
        await message.text(`word ${count} `)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      await writer.complete()
    },
    { store: flaky },
  )
  const events = await eventsOf(await post(server, streaming))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [{ content: [{ text: 'word 0 word 1 word 2 word 3 word 4 ' }] }] },
  })
  expect(calls).toBeGreaterThan(4)
  await server.close()
})
