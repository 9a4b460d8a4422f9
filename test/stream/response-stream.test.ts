import { afterEach, describe, expect, it, vi } from 'vitest'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import {
  ResponseFailedError,
  ResponseIncompleteError,
  StreamTruncatedError,
} from '../../src/errors/stream-error.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import { failed, happy, incomplete, message, numbered, scriptedBody, toSSE } from '../../src/testing/index.js'

const events = numbered(happy('Hi there'))

afterEach(() => void vi.restoreAllMocks())

function stream(source = events): ResponseStream {
  return ResponseStream.from(toSSE(source), { freezeSnapshots: true })
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const macrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('iteration', () => {
  it('yields the events of the wire, one for one, with what the seed adds', async () => {
    const seen = await collect(stream())
    expect(seen.map(wireEvent)).toEqual(events)
    expect(
      seen.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.snapshot] : [])),
    ).toEqual(['Hi t', 'Hi there'])
    const last = seen.at(-1)
    expect(last?.type === 'response.completed' && last.response.output_text).toBe('Hi there')
  })

  it('leaves events that were handed in untouched', async () => {
    const given = numbered(happy('Hi there'))
    const copy = structuredClone(given)
    const seen = await collect(ResponseStream.from(given))
    expect(given).toEqual(copy)
    expect(seen.map(wireEvent)).toEqual(copy)
  })

  it('reads strings, byte arrays and iterables of them alike', async () => {
    const text = new TextDecoder().decode(toSSE(events))
    const sources = [
      toSSE(events),
      [toSSE(events)],
      [text],
      text.split(/(?=data)/),
      new Response(text).body ?? [],
      new Response(text),
      Promise.resolve(new Response(text)),
    ]
    for (const source of sources)
      expect((await collect(ResponseStream.from(source))).map(wireEvent)).toEqual(events)
  })

  it('ends for good after it has failed', async () => {
    const cut = stream(events.slice(0, 3))[Symbol.asyncIterator]()
    for (let index = 0; index < 3; index++) await cut.next()
    await expect(cut.next()).rejects.toBeInstanceOf(StreamTruncatedError)
    await expect(cut.next()).rejects.toBeInstanceOf(StreamTruncatedError)
  })

  it('answers calls of next() that do not wait for each other in order', async () => {
    const iterator = stream()[Symbol.asyncIterator]()
    const results = await Promise.all(events.map(() => iterator.next()))
    expect(results.map(({ value }) => wireEvent(value))).toEqual(events)
  })
})

describe('one reader', () => {
  it('is taken by the first; a second one is told who has it', async () => {
    const read = stream()
    const text = collect(read.textStream())
    expect(() => read[Symbol.asyncIterator]()).toThrow(
      expect.objectContaining({
        code: 'stream_already_consumed',
        message: expect.stringContaining('textStream()'),
      }),
    )
    expect((await text).join('')).toBe('Hi there')
  })

  it('does not hinder observers, who see each event once', async () => {
    const read = stream()
    const heard: string[] = []
    read.on('event', (event) => heard.push(event.type))
    read.on('response.output_text.delta', (event) => heard.push(event.snapshot))
    const final = read.finalResponse()
    await collect(read)
    expect(heard.filter((name) => name.startsWith('response.')).length).toBe(events.length)
    expect(heard.filter((name) => !name.startsWith('response.'))).toEqual(['Hi t', 'Hi there'])
    expect((await final).output_text).toBe('Hi there')
  })

  it('is nobody when only observers come: the stream flows by itself, and can no longer be taken', async () => {
    const read = stream()
    const done = read.done()
    await macrotask()
    expect(() => read[Symbol.asyncIterator]()).toThrow(
      expect.objectContaining({ code: 'stream_already_consumed' }),
    )
    await done
    expect(read.snapshot?.output_text).toBe('Hi there')
  })

  it('may still come in the macrotask in which the first observer came', async () => {
    const read = stream()
    const final = read.finalResponse()
    await Promise.resolve()
    expect((await collect(read)).length).toBe(events.length)
    expect((await final).status).toBe('completed')
  })
})

describe('the outcome', () => {
  it('is any terminal response; require makes it choosy, and the response travels on the error', async () => {
    const read = stream(
      numbered([...events.slice(0, 6), incomplete('max_output_tokens', [message(0, 'Hi th')])]),
    )
    expect((await read.finalResponse()).status).toBe('incomplete')
    const error = await read.finalResponse({ require: 'completed' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ResponseIncompleteError)
    expect(error).toMatchObject({
      code: 'response_incomplete',
      reason: 'max_output_tokens',
      response: { output_text: 'Hi th' },
    })
    await expect(read.text()).rejects.toBeInstanceOf(ResponseIncompleteError)
  })

  it('names what failed', async () => {
    const read = stream(numbered([...events.slice(0, 6), failed('server_error', 'boom')]))
    const error = await read.text().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ResponseFailedError)
    expect(error).toMatchObject({
      message: 'The response ended with status failed: boom (server_error). It is in error.response.',
      response: { status: 'failed', error: { code: 'server_error', message: 'boom' } },
    })
  })

  it('is one error for the reader, done() and finalResponse(), with what arrived on it', async () => {
    const read = stream(events.slice(0, 6))
    const reasons = await Promise.all(
      [collect(read), read.done(), read.finalResponse()].map((promise) =>
        promise.catch((reason: unknown) => reason),
      ),
    )
    expect(new Set(reasons).size).toBe(1)
    const error = reasons[0]
    if (!(error instanceof StreamTruncatedError)) throw new Error('expected truncation', { cause: error })
    expect([
      error.responseId,
      error.sequenceNumber,
      error.snapshot?.status,
      error.snapshot?.output_text,
    ]).toEqual(['resp_t', 5, 'in_progress', 'Hi there'])
    expect(error.checkpoint).toMatchObject({ version: 1, response_id: 'resp_t', sequence_number: 5 })
    expect(error.message).toBe(
      'The stream ended after event 5 without a terminal event. What arrived is in error.snapshot.',
    )
  })

  it('is the text of a completed response', async () => {
    expect(await stream().text()).toBe('Hi there')
  })
})

describe('leaving early', () => {
  it('by break aborts the request, and what waits rejects with the checkpoint', async () => {
    const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
    const read = ResponseStream.from(scriptedBody([toSSE(events.slice(0, 4)), { end: 'hang' }], { observer }))
    const final = read.finalResponse()
    for await (const event of read) if (event.sequence_number === 2) break
    const error = await final.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(APIUserAbortError)
    expect(error).toMatchObject({
      responseId: 'resp_t',
      sequenceNumber: 2,
      checkpoint: { sequence_number: 2 },
    })
    expect(observer.cancels).toBe(1)
  })

  it('by dispose does the same', async () => {
    const observer = { pulls: 0, cancels: 0, cancelReason: undefined }
    {
      await using read = ResponseStream.from(
        scriptedBody([toSSE(events.slice(0, 4)), { end: 'hang' }], { observer }),
      )
      for await (const event of read) if (event.sequence_number === 2) break
    }
    expect(observer.cancels).toBe(1)
  })
})

describe('a failure that nobody waits for', () => {
  it('is said on the console, once', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const read = stream(events.slice(0, 2))
    read.on('event', () => {})
    await macrotask()
    await macrotask()
    await macrotask()
    expect(said.mock.calls.map(([text]) => String(text).slice(0, 71))).toEqual([
      'millrace: a stream failed and nobody was listening. StreamTruncatedErro',
    ])
  })

  it('is silent where an error listener, a promise or a reader hears it', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const heard: unknown[] = []
    stream(events.slice(0, 2)).on('error', (error) => heard.push(error))
    const promise = stream(events.slice(0, 2)).done()
    await expect(promise).rejects.toBeInstanceOf(StreamTruncatedError)
    await expect(collect(stream(events.slice(0, 2)))).rejects.toBeInstanceOf(StreamTruncatedError)
    await macrotask()
    expect(heard).toEqual([expect.any(StreamTruncatedError)])
    expect(said.mock.calls).toEqual([])
  })
})

describe('listeners', () => {
  it('that throw fail the stream with what they threw', async () => {
    const mine = new Error('mine')
    const read = stream().on('response.output_text.delta', () => {
      throw mine
    })
    await expect(collect(read)).rejects.toBe(mine)
    await expect(read.finalResponse()).rejects.toBe(mine)
  })

  it('hear the end after the last event', async () => {
    const heard: string[] = []
    const read = stream()
    read.on('event', ({ type }) => heard.push(type)).on('end', () => heard.push('end'))
    await read.done()
    expect(heard.slice(-2)).toEqual(['response.completed', 'end'])
  })

  it('can be taken off', async () => {
    const heard: string[] = []
    const listener = ({ type }: { type: string }): void => void heard.push(type)
    const read = stream().on('event', listener)
    read.off('event', listener)
    await read.done()
    expect(heard).toEqual([])
  })
})

it('knows its cursor, which is small', async () => {
  const read = stream()
  const cursors: unknown[] = []
  for await (const _event of read) cursors.push(read.cursor)
  expect(cursors).toEqual(events.map(({ sequence_number }) => ({ response_id: 'resp_t', sequence_number })))
})

it('counts what it cost', async () => {
  const read = stream()
  await read.done()
  const { metrics } = read
  expect(metrics).toMatchObject({ bytes: toSSE(events).length, events: events.length, keepalives: 0 })
  expect(
    [metrics.connected, metrics.firstEvent, metrics.firstOutput, metrics.ended].every(
      (time) => typeof time === 'number',
    ),
  ).toBe(true)
})

it('once hears the first event of its name and no other', async () => {
  const heard: string[] = []
  const read = stream().once('response.output_text.delta', ({ delta }) => void heard.push(delta))
  await read.done()
  expect(heard).toEqual(['Hi t'])
})
