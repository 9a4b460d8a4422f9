import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStream, type EventStreamOptions } from '../../src/server/event-stream.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const created = {
  type: 'response.created' as const,
  sequence_number: 0,
  response: { id: 'resp_t', object: 'response' as const, created_at: 1, model: 'm' },
}
const delta = {
  type: 'response.output_text.delta' as const,
  sequence_number: 1,
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  delta: 'Hi',
}
const error = {
  type: 'error' as const,
  sequence_number: 2,
  code: 'boom',
  message: 'Boom.',
  param: null,
  error: { message: 'Boom.', type: 'server_error', param: null, code: 'boom' },
}

function open(options: Partial<EventStreamOptions> = {}) {
  return createEventStream({
    eventLine: true,
    doneSentinel: false,
    errorShape: 'nested',
    obfuscate: false,
    heartbeat: false,
    stallTimeout: 0,
    onGone: () => undefined,
    onKeepalive: () => false,
    ...options,
  })
}

const textOf = (readable: ReadableStream<Uint8Array>): Promise<string> => new Response(readable).text()

test('an event is an event line, one data line, LF only', async () => {
  const stream = open()
  stream.push(delta)
  stream.end()
  expect(await textOf(stream.readable)).toBe(
    `event: response.output_text.delta\ndata: ${JSON.stringify(delta)}\n\n`,
  )
})

test('B008: line separators inside a text are escaped', async () => {
  const stream = open({ eventLine: false })
  stream.push({ ...delta, delta: '\u2028\u2029\u0085' })
  stream.end()
  const text = await textOf(stream.readable)
  expect(text).not.toMatch(/[\u2028\u2029\u0085]/)
  expect(JSON.parse(text.slice(6))).toEqual({ ...delta, delta: '\u2028\u2029\u0085' })
})

test('event lines can be left out, and a sentinel can end the stream', async () => {
  const stream = open({ eventLine: false, doneSentinel: true })
  stream.push(delta)
  stream.end()
  expect(await textOf(stream.readable)).toBe(`data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`)
})

test.each([
  ['nested' as const, { type: 'error', sequence_number: 2, error: error.error }],
  ['flat' as const, { type: 'error', code: 'boom', message: 'Boom.', param: null, sequence_number: 2 }],
])('B043: an error event is %s on the wire', async (errorShape, expected) => {
  const stream = open({ errorShape, eventLine: false })
  stream.push(error)
  stream.end()
  expect(JSON.parse((await textOf(stream.readable)).slice(6))).toEqual(expected)
})

test('B027: heartbeats are comments, first after 5 s even though the stream was opened', async () => {
  const stream = open({ heartbeat: {} })
  const reader = stream.readable.getReader()
  stream.push(created)
  await reader.read()
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(5000)
  expect(new TextDecoder().decode((await next).value)).toBe(': keep-alive\n\n')
  stream.end()
  expect(vi.getTimerCount()).toBe(0)
})

test('B027: a keepalive event takes the place of the comment once the response has begun', async () => {
  let begun = false
  let asked = 0
  const stream = open({
    heartbeat: { kind: 'event' },
    onKeepalive: () => {
      asked += 1
      return begun
    },
  })
  const reader = stream.readable.getReader()
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(5000)
  expect(new TextDecoder().decode((await next).value)).toBe(': keep-alive\n\n')
  begun = true
  void reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toBe(2)
  stream.end()
})

test('a client that does not read gets no heartbeats piled up', async () => {
  const stream = open({ heartbeat: {} })
  vi.advanceTimersByTime(600_000)
  stream.push(delta)
  stream.end()
  expect(await textOf(stream.readable)).toBe(
    `event: response.output_text.delta\ndata: ${JSON.stringify(delta)}\n\n`,
  )
})

test('when the client leaves, the heartbeat stops and nothing more is taken', async () => {
  let gone = 0
  const stream = open({ heartbeat: {}, onGone: () => void (gone += 1) })
  await stream.readable.cancel()
  expect(stream.push(delta)).toBeUndefined()
  expect({ gone, timers: vi.getTimerCount() }).toEqual({ gone: 1, timers: 0 })
})
