import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { EventTooLargeError } from '../../src/errors/stream-error.js'
import { type ChunkSource, decodeSSE, readChunks } from '../../src/sse/body.js'
import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'
import { bytesOf } from './chunks.js'

const parts = ['data: 1\n\ndata', ': 2\n\n']
const events = [{ data: '1' }, { data: '2' }]

function streamOf<Chunk>(chunks: Chunk[]): ReadableStream<Chunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function* generate<Chunk>(chunks: Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks
}

async function collect(source: ChunkSource): Promise<ServerSentEvent[]> {
  const all: ServerSentEvent[] = []
  for await (const event of decodeSSE(source)) all.push(event)
  return all
}

describe('B138: an event stream is read from', () => {
  test.each<[string, () => ChunkSource]>([
    ['a Response', () => new Response(parts.join(''))],
    ['a stream of bytes', () => streamOf(parts.map(bytesOf))],
    ['a stream of strings', () => streamOf(parts)],
    ['an async iterable of bytes', () => generate(parts.map(bytesOf))],
    ['an async iterable of strings', () => generate(parts)],
    ['a list of bytes', () => parts.map(bytesOf)],
    ['a list of strings', () => parts],
    ['one chunk of bytes', () => bytesOf(parts.join(''))],
    ['one string', () => parts.join('')],
    ['a Node stream', () => Readable.from(parts.map((part) => Buffer.from(part)))],
    [
      'a response whose body is a Node stream',
      () => Object.assign(Object.create(null), { status: 200, headers: {}, body: Readable.from(parts) }),
    ],
  ])('%s', async (_, source) => {
    expect(await collect(source())).toEqual(events)
  })
})

test('an event that lacks its end comes last, marked', async () => {
  expect(await collect('data: 1\n\ndata: 2')).toEqual([{ data: '1' }, { data: '2', unterminated: true }])
})

describe('what cannot be read is refused, with what to do', () => {
  const refusal = async (source: unknown): Promise<unknown> =>
    collect(source as ChunkSource).catch((error: unknown) => error)

  test('B138: a response without a body', async () => {
    const message =
      'This response (status 200) has no body stream. Either the server sent none, or the fetch of this runtime does not ' +
      'stream, as that of React Native: use one that does (there: `fetch` of expo/fetch), or pass an async iterable of ' +
      'bytes or strings in place of the response.'
    expect(await refusal(new Response(null))).toEqual(new MillraceError('no_body', message))
    expect(await refusal({ status: 200, headers: {}, bodyUsed: false })).toEqual(
      new MillraceError('no_body', message),
    )
  })

  test('a response that was read', async () => {
    const response = new Response('data: 1\n\n')
    await response.text()
    expect(await refusal(response)).toEqual(
      new MillraceError(
        'body_used',
        'The body of this response was already read. It can be read once; use response.clone() before.',
      ),
    )
  })

  test('a stream that somebody reads', async () => {
    const stream = streamOf(parts)
    stream.getReader()
    expect(await refusal(stream)).toEqual(
      new MillraceError(
        'body_locked',
        'This stream is locked: something else is reading it. Use tee() to read a stream twice.',
      ),
    )
  })

  test.each<[unknown, string, string]>([
    [undefined, '[object Undefined]', ''],
    [7, '[object Number]', ''],
    [{}, '[object Object]', ''],
    [Promise.resolve(new Response('')), '[object Promise]', ' Await the promise first.'],
  ])('%s', async (source, kind, hint) => {
    expect(await refusal(source)).toEqual(
      new MillraceError(
        'unsupported_source',
        `An event stream cannot be read from ${kind}; pass a fetch Response, a ReadableStream, or an iterable of bytes or strings.${hint}`,
      ),
    )
  })
})

/** A stream that never ends, and what happened to it. */
function endless(chunk: string): { stream: ReadableStream<Uint8Array>; log: unknown[] } {
  const log: unknown[] = []
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        log.push('pull')
        controller.enqueue(bytesOf(chunk))
      },
      cancel(reason) {
        log.push(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, log }
}

test('chunks are read when they are asked for, and leaving the loop cancels the body', async () => {
  const { stream, log } = endless('data: 1\n\ndata: 2\n\n')
  const seen: string[] = []
  for await (const { data } of decodeSSE(stream)) {
    seen.push(data)
    if (seen.length === 3) break
  }
  expect(seen).toEqual(['1', '2', '1'])
  expect(log).toEqual(['pull', 'pull', undefined])
})

test('a body that is not iterated is not touched', () => {
  const { stream, log } = endless('data: 1\n\n')
  decodeSSE(stream)
  expect(stream.locked).toBe(false)
  expect(log).toEqual([])
})

test('an event past the limit cancels the body with that error', async () => {
  const { stream, log } = endless('data: x')
  await expect(decodeSSE(stream, { maxEventSize: 10 }).next()).rejects.toThrow(new EventTooLargeError(10, 14))
  expect(log).toEqual(['pull', 'pull', new EventTooLargeError(10, 14)])
})

test('an error of the transport is passed on, and nothing pending is delivered', async () => {
  const failure = new Error('reset')
  const source = async function* (): AsyncGenerator<string> {
    yield 'data: 1\n\ndata: 2'
    throw failure
  }
  const seen: ServerSentEvent[] = []
  const reading = (async () => {
    for await (const event of decodeSSE(source())) seen.push(event)
  })()
  await expect(reading).rejects.toBe(failure)
  expect(seen).toEqual([{ data: '1' }])
})

describe('a reader of chunks', () => {
  test('gives chunks as they are, then undefined', async () => {
    const bytes = bytesOf('x')
    const reader = readChunks([bytes, 'y'])
    expect([await reader.read(), await reader.read(), await reader.read()]).toEqual([bytes, 'y', undefined])
  })

  test.each<[string, () => ChunkSource]>([
    ['stream', () => streamOf(parts)],
    ['async iterable', () => generate(parts)],
    ['list', () => parts],
    ['Node stream', () => Readable.from(parts)],
  ])('of a cancelled %s gives undefined', async (_, source) => {
    const reader = readChunks(source())
    expect(await reader.read()).toBe(parts[0])
    await reader.cancel()
    expect(await reader.read()).toBeUndefined()
  })

  test('cancels once, and never fails at it', async () => {
    let cancels = 0
    const stream = new ReadableStream<string>({
      cancel() {
        cancels++
        throw new Error('no')
      },
    })
    const reader = readChunks(stream)
    await Promise.all([reader.cancel(), reader.cancel()])
    expect(cancels).toBe(1)
  })

  test('can be cancelled while a generator never answers', async () => {
    const source = (async function* (): AsyncGenerator<string> {
      await new Promise(() => {})
      yield ''
    })()
    const reader = readChunks(source)
    const reading = reader.read()
    await reader.cancel()
    expect(await reading).toBeUndefined()
  })

  test('destroys a Node stream that is silent', async () => {
    const source = new Readable({ read() {} })
    const reader = readChunks(source)
    const reading = reader.read()
    await wait(0)
    await reader.cancel()
    expect(await reading).toBeUndefined()
    expect(source.destroyed).toBe(true)
  })
})
