import { MillraceError } from '../errors/millrace-error.js'
import { BlockReader } from './block-reader.js'
import { ByteRuns } from './byte-runs.js'
import { ChunkBytes } from './chunk-bytes.js'
import { countInvalid, createDecodeText, type DecodeText } from './decode-text.js'
import { EventBlock } from './event-block.js'
import type { FramingNotice, SSERule } from './framing-rule.js'
import type { ServerSentEvent } from './server-sent-event.js'

export type { SSERule }

export interface SSEDecoderOptions {
  /**
   * The most bytes that one event may take, line ends and comments included; 64 MiB by default, 0
   * means no limit. Chunks that are strings are counted in UTF-16 units instead.
   */
  maxEventSize?: number | undefined
  /**
   * Decodes UTF-8 in place of the runtime's `TextDecoder`. It is handed runs of bytes that end
   * between characters, must put U+FFFD for what is invalid as WHATWG says, and must keep a BOM.
   */
  decodeText?: DecodeText | undefined
  /** Called for each comment line, without the colon and one space after it. */
  onComment?: ((text: string) => void) | undefined
  /** Called for what is wrong or unusual in the framing; decoding goes on. May be called often for one rule. */
  onNotice?: FramingNotice | undefined
}

const defaultMaxEventSize = 64 * 1024 * 1024
const byteOrderMark = 0xfeff

/**
 * Decodes an event stream by the WHATWG rules, from bytes or strings in chunks of any size. Any
 * chunking gives the same events, and each event comes out with the chunk that ends it. Time is
 * linear in the input, memory stays within twice the size of the pending event.
 *
 * It differs from a browser's `EventSource` in two points. An event that still lacks its closing
 * blank line at a clean end is delivered, marked `unterminated`. An event whose data is empty is
 * not dispatched, also when it has a `data` line.
 *
 * @example
 * const decoder = new SSEDecoder()
 * for await (const chunk of body) for (const event of decoder.feed(chunk)) handle(event)
 * for (const event of decoder.end()) handle(event)
 */
export class SSEDecoder {
  readonly #notice: FramingNotice | undefined
  readonly #decodeText: DecodeText
  readonly #chunkBytes = new ChunkBytes()
  readonly #runs = new ByteRuns()
  readonly #block: EventBlock
  readonly #blocks: BlockReader
  #started = false
  #ended = false
  #bytes = 0

  constructor(options: SSEDecoderOptions = {}) {
    const { maxEventSize = defaultMaxEventSize } = options
    this.#notice = options.onNotice
    this.#decodeText = options.decodeText ?? createDecodeText()
    this.#block = new EventBlock(options.onNotice, options.onComment)
    this.#blocks = new BlockReader(maxEventSize > 0 ? maxEventSize : Infinity, this.#block, options.onNotice)
  }

  /** The last `id` of a completed block; empty before the first. It persists until another one comes. */
  get lastEventId(): string {
    return this.#block.lastEventId
  }

  /** The last `retry` field, in ms; undefined before the first. */
  get retry(): number | undefined {
    return this.#block.retry
  }

  /** What has been fed so far, in bytes; for string chunks in UTF-16 units. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Takes the next chunk and returns the events that it completes.
   *
   * @throws {EventTooLargeError} (`event_too_large`) when an event passes `maxEventSize`. Events that
   * the same chunk completed before it are returned first; the error is then thrown by the next call.
   * @throws {MillraceError} `decoder_ended` after `end()`; `invalid_chunk` for anything but bytes and strings.
   */
  feed(chunk: Uint8Array | string): ServerSentEvent[] {
    this.#throwFailure()
    if (this.#ended) throw decoderEnded()
    const events: ServerSentEvent[] = []
    if (typeof chunk === 'string') {
      if (!this.#chunkBytes.isEmpty) this.#readBytes(this.#chunkBytes.rest(), events)
      this.#readText(chunk, chunk.length, events)
    } else if (isBytes(chunk)) {
      this.#readBytes(this.#chunkBytes.next(chunk), events)
    } else {
      throw invalidChunk(chunk)
    }
    this.#bytes += chunk.length
    if (events.length === 0) this.#throwFailure()
    return events
  }

  /**
   * Says that the input ended cleanly. Returns the event that lacked only its end, marked
   * `unterminated`, if there is one. Do not call it when the transport failed: what is pending then
   * is not an event.
   *
   * @throws {EventTooLargeError} (`event_too_large`) when `feed` still had to.
   */
  end(): ServerSentEvent[] {
    this.#throwFailure()
    if (this.#ended) return []
    this.#ended = true
    this.#readBytes(this.#chunkBytes.rest(), [])
    const event = this.#blocks.finish()
    if (event === undefined) return []
    event.unterminated = true
    this.#notice?.(
      'sse-unterminated-final-event',
      'The stream ended before the blank line that closes its last event.',
    )
    return [event]
  }

  #throwFailure(): void {
    if (this.#blocks.failure) throw this.#blocks.failure
  }

  #readBytes(bytes: Uint8Array, events: ServerSentEvent[]): void {
    for (let start = 0; start < bytes.length && !this.#blocks.failure;) {
      const end = this.#runs.end(bytes, start)
      const run = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end)
      const text = this.#decodeText(run)
      this.#runs.learn(text.length === run.length)
      if (this.#notice) this.#noticeInvalid(run, text)
      this.#readText(text, run.length, events)
      start = end
    }
  }

  #readText(text: string, size: number, events: ServerSentEvent[]): void {
    if (this.#started || text === '') {
      this.#blocks.read(text, size, events)
      return
    }
    this.#started = true
    const hasMark = text.charCodeAt(0) === byteOrderMark
    if (hasMark) this.#notice?.('sse-bom', 'The stream begins with a byte order mark, which is dropped.')
    const markSize = size === text.length ? 1 : 3
    this.#blocks.read(hasMark ? text.slice(1) : text, hasMark ? size - markSize : size, events)
  }

  #noticeInvalid(bytes: Uint8Array, text: string): void {
    const count = countInvalid(bytes, text)
    if (count > 0)
      this.#notice?.('invalid-utf8', `Invalid UTF-8 was replaced by U+FFFD in ${count} place(s).`)
  }
}

/** Also of another realm, where `instanceof` says no. */
function isBytes(chunk: unknown): chunk is Uint8Array {
  return chunk instanceof Uint8Array || Object.prototype.toString.call(chunk) === '[object Uint8Array]'
}

function decoderEnded(): MillraceError {
  return new MillraceError(
    'decoder_ended',
    'This decoder was told that its input ended. Use a new one for another stream.',
  )
}

function invalidChunk(chunk: unknown): MillraceError {
  const kind = Object.prototype.toString.call(chunk).slice(8, -1)
  return new MillraceError(
    'invalid_chunk',
    `A chunk must be a Uint8Array or a string; this one is of type ${kind}.`,
  )
}
