import { describe, expect, test, vi } from 'vitest'
import type { Backend, BackendRun } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { eventsOf, gate, parseAll, post, readerOf, readUntil, testServer, told } from '../support.js'

const request = { model: 'm-test', input: 'Hi' }
const key = { headers: { 'idempotency-key': 'key-1' } }

/** A backend that counts, and that says its second word when it is told to. */
function counting() {
  const going = gate()
  const runs: BackendRun[] = []
  const server = testServer(
    async (run) => {
      runs.push(run)
      run.started()
      const message = run.writer.message()
      await message.text('one')
      await going.opened
      await message.text(' two')
      await run.writer.complete()
    },
    { rejoinAfterLoss: 1000 },
  )
  return { going, runs, server }
}

describe.each([true, false])('background: %s', (background) => {
  const streaming = { ...request, background, stream: true }

  test('the same streaming request joins the run: all of its events, once, from the first on', async () => {
    const { going, runs, server } = counting()
    const first = await post(server, streaming, key)
    const reader = readerOf(first)
    const seen = await readUntil(reader, (text) => text.includes('"one"'))
    const second = await post(server, streaming, key)
    expect([first, second].map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
    going.open()
    const joined = await eventsOf(second)
    expect(joined).toEqual(parseAll(seen + (await readUntil(reader, () => false))))
    expect(joined.map((event) => event.sequence_number)).toEqual(joined.map((_, index) => index))
    expect(await eventsOf(await post(server, streaming, key))).toEqual(joined)
    expect(runs).toHaveLength(1)
  })

  test('another body with the same key is refused', async () => {
    const { going, runs, server } = counting()
    going.open()
    await (await post(server, streaming, key)).text()
    expect(await told(await post(server, { ...streaming, input: 'Ho' }, key))).toEqual([
      409,
      {
        error: {
          message:
            "This 'idempotency-key' was used before, for a request with another body. Use a new key for a new request.",
          type: 'invalid_request_error',
          param: null,
          code: 'idempotency_key_conflict',
        },
      },
    ])
    expect(runs).toHaveLength(1)
  })
})

test('ten requests at the same moment are one run and ten times the same answer', async () => {
  const { going, runs, server } = counting()
  const answers = Array.from({ length: 10 }, async () => (await post(server, request, key)).json())
  await vi.waitFor(() => expect(runs).toHaveLength(1))
  going.open()
  const [first, ...others] = await Promise.all(answers)
  expect(first).toMatchObject({ status: 'completed', output: [{ content: [{ text: 'one two' }] }] })
  expect(others).toEqual(others.map(() => first))
  expect(runs).toHaveLength(1)
})

test('a client that was cut off before any output finds its run again', async () => {
  const begin = gate()
  let runs = 0
  const server = testServer(async ({ writer, started }) => {
    runs += 1
    started()
    await begin.opened
    await writer.message().text('Hello')
    await writer.complete()
  })
  const streaming = { ...request, stream: true }
  const reader = readerOf(await post(server, streaming, key))
  await reader.read()
  await reader.cancel()
  const again = await post(server, streaming, key)
  begin.open()
  expect((await eventsOf(again)).at(-1)).toMatchObject({ type: 'response.completed' })
  expect(runs).toBe(1)
})

test('B117: when nobody comes back the run is stopped; at once when there was output', async () => {
  vi.useFakeTimers()
  const held = counting()
  const streaming = { ...request, stream: true }
  const reader = readerOf(await post(held.server, streaming, key))
  await readUntil(reader, (text) => text.includes('"one"'))
  await reader.cancel()
  expect(held.runs[0]?.signal.aborted).toBe(true)

  const silent = testServer(
    (run) => {
      held.runs.push(run)
      run.started()
      return new Promise(() => undefined)
    },
    { rejoinAfterLoss: 1000 },
  )
  const other = readerOf(await post(silent, streaming, key))
  await other.cancel()
  await vi.advanceTimersByTimeAsync(999)
  expect(held.runs[1]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(held.runs[1]?.signal.aborted).toBe(true)
  await Promise.all([held.server.close(), silent.close()])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a run that was refused before it had begun is not what the key stands for', async () => {
  let runs = 0
  const server = testServer(async ({ writer }) => {
    runs += 1
    if (runs < 3) throw new HTTPError({ status: 429, message: 'Slow down.' })
    await writer.complete()
  })
  expect((await post(server, request, key)).status).toBe(429)
  expect((await post(server, { ...request, stream: true }, key)).status).toBe(429)
  const response = await post(server, request, key)
  expect([response.status, response.headers.get('idempotency-key'), runs]).toEqual([200, 'key-1', 3])
})

test('what is not stored cannot be joined, and says so by leaving the header out', async () => {
  const server = testServer(({ writer }) => writer.complete())
  const response = await post(server, { ...request, store: false }, key)
  expect([response.status, response.headers.get('idempotency-key')]).toEqual([200, null])
})

test.each([true, false])(
  'a request that comes to another process joins the run too (stream: %s)',
  async (stream) => {
    const store = memoryStore()
    const going = gate()
    let runs = 0
    const backend: Backend['respond'] = async ({ writer, started }) => {
      runs += 1
      started()
      await going.opened
      await writer.message().text('Hello')
      await writer.complete()
    }
    const [one, other] = [testServer(backend, { store }), testServer(backend, { store })]
    const first = post(one, { ...request, stream }, key)
    await vi.waitFor(() => expect(runs).toBe(1))
    const second = post(other, { ...request, stream }, key)
    going.open()
    const texts = await Promise.all([first, second].map(async (answer) => (await answer).text()))
    expect(texts[0]).toContain('"text":"Hello"')
    expect(texts[1]).toBe(texts[0])
    expect(runs).toBe(1)
    await Promise.all([one.close(), other.close()])
  },
)
