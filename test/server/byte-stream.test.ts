import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createByteStream, type ByteStream } from '../../src/server/byte-stream.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(stallTimeout = 0): ByteStream & { gone: number } {
  const stream = Object.assign(createByteStream({ stallTimeout, onGone: () => void (stream.gone += 1) }), {
    gone: 0,
  })
  return stream
}

const decoder = new TextDecoder()
const text = ({ value }: { value?: Uint8Array | undefined }): string => decoder.decode(value)
const kilobyte = 'x'.repeat(1024)

/** Whether the writer is asked to wait. */
async function isFull(stream: ByteStream): Promise<boolean> {
  const room = stream.room()
  if (room === undefined) return false
  return Promise.race([room.then(() => false), Promise.resolve().then(() => true)])
}

test('what is written within one turn is one chunk, each later turn another', async () => {
  const stream = open()
  const reader = stream.readable.getReader()
  const first = reader.read()
  stream.write('a')
  stream.write('b')
  expect(text(await first)).toBe('ab')
  const second = reader.read()
  stream.write('c')
  expect(text(await second)).toBe('c')
})

test('B119: without a reader at most 16 Ki units and one event are held', async () => {
  const stream = open()
  let written = 0
  while (stream.room() === undefined) {
    stream.write(kilobyte)
    written += 1
  }
  expect(written).toBe(16)
})

test('room comes back when the reader has taken what was held', async () => {
  const stream = open()
  for (let count = 0; count < 16; count += 1) stream.write(kilobyte)
  expect(await isFull(stream)).toBe(true)
  const room = stream.room()
  const reader = stream.readable.getReader()
  expect(text(await reader.read())).toBe(kilobyte.repeat(16))
  await room
  expect(await isFull(stream)).toBe(false)
})

test('the end sends what is left, and nothing is written after it', async () => {
  const stream = open()
  stream.write('last')
  stream.end()
  stream.write('too late')
  stream.end()
  const reader = stream.readable.getReader()
  expect(text(await reader.read())).toBe('last')
  expect(await reader.read()).toEqual({ done: true, value: undefined })
  expect(stream.gone).toBe(0)
})

test('B140: a cancelled body is noticed once, and waiting writers go on', async () => {
  const stream = open()
  for (let count = 0; count < 16; count += 1) stream.write(kilobyte)
  const room = stream.room()
  await stream.readable.cancel()
  await room
  stream.write('nobody reads this')
  stream.end()
  expect({ gone: stream.gone, closed: stream.closed, full: await isFull(stream) }).toEqual({
    gone: 1,
    closed: true,
    full: false,
  })
})

test('B140: a body that takes nothing any more is noticed by the failed write', async () => {
  vi.spyOn(ReadableStreamDefaultController.prototype, 'enqueue').mockImplementationOnce(() => {
    throw new TypeError('Controller is already closed')
  })
  const stream = open()
  void stream.readable.getReader().read()
  stream.write('a')
  await Promise.resolve()
  expect({ gone: stream.gone, closed: stream.closed }).toEqual({ gone: 1, closed: true })
})

test('B140: a reader that lets the writer wait for too long counts as gone', async () => {
  const stream = open(60_000)
  for (let count = 0; count < 16; count += 1) stream.write(kilobyte)
  const room = stream.room()
  vi.advanceTimersByTime(59_999)
  expect(stream.gone).toBe(0)
  vi.advanceTimersByTime(1)
  await room
  expect(stream.gone).toBe(1)
  expect(await stream.readable.getReader().read()).toEqual({ done: true, value: undefined })
})

test('a reader that comes back in time is not dropped', async () => {
  const stream = open(60_000)
  for (let count = 0; count < 16; count += 1) stream.write(kilobyte)
  void stream.room()
  vi.advanceTimersByTime(59_999)
  await stream.readable.getReader().read()
  vi.advanceTimersByTime(60_000)
  expect({ gone: stream.gone, timers: vi.getTimerCount() }).toEqual({ gone: 0, timers: 0 })
})
