import { describe, expect, test } from 'vitest'
import { SSEDecoder } from '../../src/sse/decoder.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { completed, created, itemAdded, numbered, splitEvery, toSSE } from '../../src/testing/index.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'

const MiB = 1024 * 1024

describe('B020: one event of many megabytes passes under the default limit', () => {
  test.each([3, 24])('%d MiB of base64 in chunks of 16 KiB', { timeout: 30_000 }, async (size) => {
    const partial_image_b64 = 'iVBORw0K'.repeat((size * MiB) / 8)
    const image: ResponseStreamEvent = {
      type: 'response.image_generation_call.partial_image',
      item_id: 'ig_0',
      output_index: 0,
      partial_image_index: 0,
      partial_image_b64,
    }
    const item = {
      id: 'ig_0',
      type: 'image_generation_call',
      status: 'completed',
      result: 'iVBORw0K',
    } as const
    const bytes = toSSE(
      numbered([
        created(),
        itemAdded(0, { ...item, status: 'in_progress', result: null }),
        image,
        completed([item]),
      ]),
    )
    const stream = ResponseStream.from(splitEvery([bytes], 16 * 1024))
    let received = 0
    for await (const event of stream) {
      if (event.type === 'response.image_generation_call.partial_image')
        received = event.partial_image_b64.length
    }
    expect(received).toBe(size * MiB)
    expect((await stream.finalResponse()).output).toEqual([item])
  })
})

describe('B021: an endless event ends in a clear error as soon as the limit is passed', () => {
  async function readEndless(
    chunk: string,
    maxEventSize?: number,
  ): Promise<{ error: unknown; chunks: number; cancels: number }> {
    let chunks = 0
    let cancels = 0
    const line = new TextEncoder().encode(chunk.repeat(MiB / chunk.length))
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          chunks++
          if (chunks > 200) controller.close()
          else controller.enqueue(line)
        },
        cancel: () => void cancels++,
      },
      { highWaterMark: 0 },
    )
    const stream = ResponseStream.from(body, { maxEventSize })
    const error = await stream.done().catch((reason: unknown) => reason)
    return { error, chunks, cancels }
  }

  test('a line without an end', async () => {
    const { error, chunks, cancels } = await readEndless('x', 4 * MiB)
    expect(error).toMatchObject({
      name: 'EventTooLargeError',
      code: 'event_too_large',
      limit: 4 * MiB,
      retryable: false,
    })
    expect(error).toHaveProperty('message', expect.stringContaining('maxEventSize'))
    expect([chunks, cancels]).toEqual([5, 1])
  })

  test('an event of lines without an end', async () => {
    const { error, chunks, cancels } = await readEndless('data: x\n', 4 * MiB)
    expect(error).toMatchObject({ name: 'EventTooLargeError', limit: 4 * MiB })
    expect([chunks, cancels]).toEqual([5, 1])
  })

  test('comments without an end', async () => {
    const { error } = await readEndless(':'.repeat(8), 4 * MiB)
    expect(error).toMatchObject({ name: 'EventTooLargeError', limit: 4 * MiB })
  })

  test('the default is 64 MiB', async () => {
    const { error, chunks } = await readEndless('x')
    expect(error).toMatchObject({ name: 'EventTooLargeError', limit: 64 * MiB })
    expect(chunks).toBe(65)
  })
})

describe('B023: each byte is decoded once, however events and chunks fall', () => {
  /** What was handed to the text decoder, in bytes and calls: work that grows with a prefix would show here. */
  function decode(chunks: Iterable<Uint8Array>): { events: number; bytes: number; calls: number } {
    const work = { events: 0, bytes: 0, calls: 0 }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const sse = new SSEDecoder({
      decodeText: (bytes) => {
        work.bytes += bytes.length
        work.calls++
        return decoder.decode(bytes)
      },
    })
    for (const chunk of chunks) work.events += sse.feed(chunk).length
    work.events += sse.end().length
    return work
  }

  /** Long runs may be cut into shorter ones, but not into a call for each line. */
  const mostCalls = (bytes: Uint8Array, chunks: number): number => chunks + bytes.length / 256

  test('50,000 small events in one chunk', () => {
    const bytes = new TextEncoder().encode('event: é\ndata: {"a":1}\n\n'.repeat(50_000))
    const work = decode([bytes])
    expect(work).toMatchObject({ events: 50_000, bytes: bytes.length })
    expect(work.calls).toBeLessThanOrEqual(mostCalls(bytes, 1))
  })

  test.each([1, 1024])('one event of 128 KiB in chunks of %d bytes', { timeout: 30_000 }, (size) => {
    const bytes = new TextEncoder().encode(`data: ${'é'.repeat(64 * 1024)}\n\n`)
    const chunks = splitEvery([bytes], size)
    const work = decode(chunks)
    expect(work).toMatchObject({ events: 1, bytes: bytes.length })
    expect(work.calls).toBeLessThanOrEqual(mostCalls(bytes, chunks.length))
  })
})
