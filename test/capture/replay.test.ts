import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replayCapture, replayResponse, type ReplayOptions } from '../../src/capture/replay.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// A gap in the numbers, an unknown event, a comment, a cut end: nothing that a replay may repair.
const text = ': hello\n\ndata: {"type":"a","sequence_number":7}\n\ndata: {"type":"b"}\n\ndata: {"ty'
const capture = new TextEncoder().encode(text)

async function chunks(options?: ReplayOptions): Promise<string[]> {
  const decoder = new TextDecoder()
  const seen: string[] = []
  for await (const chunk of replayCapture(capture, options)) seen.push(decoder.decode(chunk))
  return seen
}

test('a frame is a write, byte for byte', async () => {
  expect(await chunks()).toEqual([
    ': hello\n\n',
    'data: {"type":"a","sequence_number":7}\n\n',
    'data: {"type":"b"}\n\n',
    'data: {"ty',
  ])
})

test('a chunk size cuts anywhere, over frames too', async () => {
  const pieces = await chunks({ chunkSize: 10 })
  expect(pieces.map((piece) => piece.length)).toEqual([
    ...Array.from({ length: Math.floor(text.length / 10) }, () => 10),
    text.length % 10,
  ])
  expect(pieces.join('')).toBe(text)
})

test.each([[{ msPerFrame: 100 }], [{ framesPerSecond: 10 }]])(
  'a pace of %j waits before each frame but the first',
  async (pace) => {
    const at: number[] = []
    const done = (async () => {
      const start = performance.now()
      for await (const _ of replayCapture(capture, { pace })) at.push(performance.now() - start)
    })()
    await vi.advanceTimersByTimeAsync(1000)
    await done
    expect(at).toEqual([0, 100, 200, 300])
  },
)

test('a paced frame can be cut into chunks', async () => {
  const seen = chunks({ pace: { msPerFrame: 1 }, chunkSize: 8 })
  await vi.advanceTimersByTimeAsync(1000)
  expect((await seen).slice(0, 3)).toEqual([': hello\n', '\n', 'data: {"'])
})

test('as a response it is an event stream', async () => {
  const response = replayResponse(capture)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(await response.text()).toBe(text)
})

test('cancelling the body ends the replay and its timers', async () => {
  const reader = replayResponse(capture, { pace: { msPerFrame: 60_000 } }).body?.getReader()
  await reader?.read()
  const next = reader?.read()
  await vi.advanceTimersByTimeAsync(0)
  await reader?.cancel()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(vi.getTimerCount()).toBe(0)
})

test('a signal ends it early', async () => {
  const stop = new AbortController()
  const response = replayResponse(capture, { pace: { msPerFrame: 60_000 }, signal: stop.signal })
  const seen = response.text()
  await vi.advanceTimersByTimeAsync(60_000)
  stop.abort()
  expect(await seen).toBe(': hello\n\ndata: {"type":"a","sequence_number":7}\n\n')
})
