import { MillraceError } from '../errors/millrace-error.js'
import { BatchIterator } from './batch-iterator.js'
import {
  asyncIterableReader,
  type Chunk,
  type ChunkReader,
  iterableReader,
  streamReader,
} from './chunk-reader.js'
import { SSEDecoder, type SSEDecoderOptions } from './decoder.js'
import type { ServerSentEvent } from './server-sent-event.js'

export type { Chunk, ChunkReader }

/**
 * What an event stream can be read from: a fetch `Response`, its body, any iterable of chunks (a
 * Node `Readable` is one), or a single chunk.
 */
export type ChunkSource<Item = Chunk> =
  | Response
  | ReadableStream<Item>
  | AsyncIterable<Item>
  | Iterable<Item>
  | Chunk

/**
 * Takes hold of a source.
 *
 * @throws {MillraceError} `no_body` for a response without a body stream, `body_used` for one that
 * was read before, `body_locked` for a stream that somebody else is reading, `unsupported_source`
 * for anything that is not a `ChunkSource`.
 */
export function readChunks<Item = Chunk>(source: ChunkSource<Item>): ChunkReader<Item | Chunk> {
  // Strings and bytes are iterables too, but of characters and numbers.
  if (typeof source === 'string' || ArrayBuffer.isView(source)) return iterableReader([source])
  if (typeof source !== 'object' || source === null) throw unsupported(source)
  if ('getReader' in source) return streamReader(source)
  if (Symbol.asyncIterator in source) return asyncIterableReader(source)
  if (Symbol.iterator in source) return iterableReader(source)
  if ('status' in source && 'headers' in source) return readChunks(bodyOf(source))
  throw unsupported(source)
}

/** Duck-typed: a polyfilled fetch or another realm has a `Response` of its own. */
function bodyOf(response: Response): ReadableStream<Chunk> {
  if (response.bodyUsed) {
    throw new MillraceError(
      'body_used',
      'The body of this response was already read. It can be read once; use response.clone() before.',
    )
  }
  if (response.body) return response.body
  throw new MillraceError(
    'no_body',
    `This response (status ${response.status}) has no body stream. Either the server sent none, or the fetch ` +
      'of this runtime does not stream, as that of React Native: use one that does (there: `fetch` of expo/fetch), ' +
      'or pass an async iterable of bytes or strings in place of the response.',
  )
}

function unsupported(source: unknown): MillraceError {
  const hint = source instanceof Promise ? ' Await the promise first.' : ''
  return new MillraceError(
    'unsupported_source',
    `An event stream cannot be read from ${Object.prototype.toString.call(source)}; pass a fetch Response, ` +
      `a ReadableStream, or an iterable of bytes or strings.${hint}`,
  )
}

/**
 * Reads a whole event stream. The next chunk is read when it is asked for; leaving the loop early
 * cancels the source. It can be iterated once.
 *
 * An event that still lacks its closing blank line at a clean end comes last, marked `unterminated`.
 * The iteration fails with the source's own error, and with those of `readChunks` and of
 * `SSEDecoder.feed`.
 *
 * @example
 * for await (const { event, data } of decodeSSE(await fetch(url))) console.log(event, data)
 */
export function decodeSSE(
  source: ChunkSource,
  options: SSEDecoderOptions = {},
): AsyncIterableIterator<ServerSentEvent> {
  const decoder = new SSEDecoder(options)
  let reader: ChunkReader | undefined
  let ended = false
  return new BatchIterator({
    async next() {
      if (ended) return undefined
      reader ??= readChunks(source)
      const chunk = await reader.read()
      if (chunk !== undefined) return decoder.feed(chunk)
      ended = true
      return decoder.end()
    },
    async close(reason) {
      await reader?.cancel(reason)
    },
  })
}
