import { describe, expect, it } from 'vitest'
import { APIError } from '../../src/errors/api-error.js'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import { StreamTruncatedError } from '../../src/errors/stream-error.js'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import { Stream } from '../../src/stream/stream.js'
import { flatError, happy, numbered, scriptedBody, toSSE } from '../../src/testing/index.js'

const events = numbered(happy('Hi there'))

async function collect(stream: Stream): Promise<{ seen: StreamEvent[]; error: unknown }> {
  const seen: StreamEvent[] = []
  try {
    for await (const event of stream) seen.push(event)
    return { seen, error: undefined }
  } catch (error) {
    return { seen, error }
  }
}

describe('Stream', () => {
  it('yields exactly what JSON.parse gave', async () => {
    expect(await collect(Stream.from(toSSE(events)))).toEqual({ seen: events, error: undefined })
  })

  it('gives what came and then says that it was cut', async () => {
    const { seen, error } = await collect(Stream.from(toSSE(events.slice(0, 4))))
    expect(seen).toEqual(events.slice(0, 4))
    expect(error).toBeInstanceOf(StreamTruncatedError)
    expect(error).toMatchObject({ sequenceNumber: 3, retryable: true })
  })

  it('yields an error event, with its flat fields, before it fails with it', async () => {
    const nested = {
      type: 'error',
      sequence_number: 1,
      error: { type: 't', code: 'c', message: 'm', param: null },
    }
    const { seen, error } = await collect(Stream.from(toSSE([...events.slice(0, 1), nested])))
    expect(seen.at(-1)).toEqual({ ...nested, code: 'c', message: 'm', param: null })
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ code: 'c', message: 'm', param: null, type: 't', sequenceNumber: 1 })
  })

  it('is aborted by its controller, as in the official SDK', async () => {
    const stream = Stream.from(scriptedBody([toSSE(events.slice(0, 2)), { end: 'hang' }]))
    const reading = collect(stream)
    setTimeout(() => stream.controller.abort('enough'), 5)
    const { seen, error } = await reading
    expect(seen).toEqual(events.slice(0, 2))
    expect(error).toBeInstanceOf(APIUserAbortError)
    expect(error).toMatchObject({ cause: 'enough' })
  })

  it('has one reader', () => {
    const stream = Stream.from(toSSE(events))
    stream[Symbol.asyncIterator]()
    expect(() => stream.tee()).toThrow(expect.objectContaining({ code: 'stream_already_consumed' }))
    expect(() => stream.toReadableStream()).toThrow(
      expect.objectContaining({ code: 'stream_already_consumed' }),
    )
  })

  it('can be read twice with tee', async () => {
    const [left, right] = Stream.from(toSSE(events)).tee()
    expect(await Promise.all([collect(left), collect(right)])).toEqual([
      { seen: events, error: undefined },
      { seen: events, error: undefined },
    ])
  })

  it('fails in both branches of tee with what failed', async () => {
    const [left, right] = Stream.from(
      toSSE([...events.slice(0, 3), { ...flatError('c', 'm'), sequence_number: 3 }]),
    ).tee()
    const [one, two] = await Promise.all([collect(left), collect(right)])
    expect([one.seen.length, two.seen.length]).toEqual([4, 4])
    expect([one.error, two.error]).toEqual([expect.any(APIError), expect.any(APIError)])
  })

  it('cancels the body when both branches of tee are left', async () => {
    const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
    const [left, right] = Stream.from(
      scriptedBody([toSSE(events.slice(0, 3)), { end: 'hang' }], { observer }),
    ).tee()
    for await (const _event of left) break
    expect(observer.cancels).toBe(0)
    for await (const _event of right) break
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(observer.cancels).toBe(1)
  })

  it('is newline-delimited JSON through toReadableStream, as in the official SDK', async () => {
    const text = await new Response(Stream.from(toSSE(events)).toReadableStream()).text()
    expect(
      text
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(events)
  })

  it('reports what the framing broke', async () => {
    const stream = Stream.from(
      ['retry: 5\n\n', toSSE(events)].map((chunk) =>
        typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk,
      ),
    )
    await collect(stream)
    expect(stream.diagnostics.map(({ rule }) => rule)).toEqual(['sse-retry-field'])
  })
})
