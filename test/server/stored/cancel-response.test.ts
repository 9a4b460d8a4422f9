import { expect, test, vi } from 'vitest'
import type { Backend } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import { ask, eventsOf, idOf, parseAll, post, readerOf, readUntil, testServer, told } from '../support.js'

const request = { model: 'm-test', input: 'Hi' }
const never = new Promise<never>(() => undefined)
const cancel = { method: 'POST' }
type Respond = Backend['respond']

const endless: Respond = async ({ writer }) => {
  await writer.message().text('so far')
  await never
}

test.each([true, false])(
  'B118: a cancel ends the stream; a second one says the same (background: %s)',
  async (background) => {
    const server = testServer(endless)
    const reader = readerOf(await post(server, { ...request, stream: true, background }))
    const seen = await readUntil(reader, (text) => text.includes('so far'))
    const id = idOf(parseAll(seen)[0])
    const [status, first] = await told(await ask(server, `/${id}/cancel`, cancel))
    expect([status, first]).toMatchObject([
      200,
      {
        id,
        status: 'cancelled',
        error: null,
        completed_at: null,
        output: [{ content: [{ text: 'so far' }] }],
      },
    ])
    const rest = parseAll(await readUntil(reader, () => false))
    expect(rest.at(-1)).toMatchObject({ type: 'response.failed', response: first })
    expect(await told(await ask(server, `/${id}/cancel`, cancel))).toEqual([200, first])
    expect(await told(await ask(server, `/${id}`))).toEqual([200, first])
  },
)

const fail: Respond = () => Promise.reject(new Error('boom'))
test.each([
  ['completed', true, ({ writer }) => writer.complete(), 'Cannot cancel a completed response.'],
  ['failed', true, fail, 'Cannot cancel a failed response.'],
  [
    'incomplete',
    true,
    ({ writer }) => writer.incomplete('max_output_tokens'),
    'Cannot cancel an incomplete response.',
  ],
  ['completed', false, ({ writer }) => writer.complete(), 'Cannot cancel a synchronous response.'],
] as [string, boolean, Respond, string][])(
  'a %s response (background: %s) is not cancelled any more',
  async (_status, background, respond, message) => {
    const server = testServer(respond)
    const events = await eventsOf(await post(server, { ...request, stream: true, background }))
    expect(await told(await ask(server, `/${idOf(events[0])}/cancel`, cancel))).toEqual([
      400,
      { error: { message, type: 'invalid_request_error', param: null, code: 'response_already_terminal' } },
    ])
  },
)

test('an unknown response is not found', async () => {
  expect((await ask(testServer(endless), '/resp_1/cancel', cancel)).status).toBe(404)
})

test('a run in another process is cancelled too; that process stops it', async () => {
  const store = memoryStore()
  let signal: AbortSignal | undefined
  const one = testServer(
    async (run) => {
      signal = run.signal
      const message = run.writer.message()
      for (let count = 0; !run.signal.aborted; count += 1) {
        await message.text(`${count} `)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    { store },
  )
  const other = testServer(endless, { store })
  const reader = readerOf(await post(one, { ...request, stream: true, background: true }))
  const seen = await readUntil(reader, (text) => text.includes('output_text.delta'))
  const id = idOf(parseAll(seen)[0])
  expect(await (await ask(other, `/${id}`)).json()).toMatchObject({
    status: 'in_progress',
    output: [{ status: 'in_progress', content: [{ text: expect.stringMatching(/^0 /) }] }],
  })
  expect(await told(await ask(other, `/${id}/cancel`, cancel))).toMatchObject([200, { status: 'cancelled' }])
  await vi.waitFor(() => expect(signal?.aborted).toBe(true))
  const events = parseAll(seen + (await readUntil(reader, () => false)))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.slice(-4).map(({ type }) => type)).toEqual([
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.failed',
  ])
  expect(events.at(-1)).toMatchObject({
    response: { status: 'cancelled', output: [{ status: 'incomplete' }] },
  })
  await Promise.all([one.close(), other.close()])
})

test('a foreground run that has produced nothing yet is cancelled, and its client is told', async () => {
  let id = ''
  const server = testServer((run) => {
    id = run.response.id
    return never
  })
  const answer = post(server, request)
  await vi.waitFor(() => expect(id).not.toBe(''))
  const [, cancelled] = await told(await ask(server, `/${id}/cancel`, cancel))
  expect(cancelled).toMatchObject({ status: 'cancelled', output: [] })
  expect(await told(await answer)).toEqual([200, cancelled])
})

test('a foreground run in another process learns of its cancel by its next sign of life', async () => {
  const store = memoryStore()
  const background = { lease: 60 }
  const [one, other] = [
    testServer(endless, { store, background }),
    testServer(endless, { store, background }),
  ]
  const reader = readerOf(await post(one, { ...request, stream: true }))
  const seen = await readUntil(reader, (text) => text.includes('so far'))
  const id = idOf(parseAll(seen)[0])
  expect(await told(await ask(other, `/${id}/cancel`, cancel))).toMatchObject([200, { status: 'cancelled' }])
  expect(parseAll(await readUntil(reader, () => false)).at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'cancelled' },
  })
  await Promise.all([one.close(), other.close()])
})
