import { MillraceError } from '../errors/millrace-error.js'
import { BlockReader } from './block-reader.js'
import { ByteText, type DecodeText } from './byte-text.js'
import { EventBlock } from './event-block.js'
import type { FramingNotice, SSERule } from './framing-rule.js'
import type { ServerSentEvent } from './server-sent-event.js'

export type { SSERule }

/** Options of `SSEDecoder` and `decodeSSE`; all may be left out. */
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

/** In bytes, see `SSEDecoderOptions`. */
export const defaultMaxEventSize = 64 * 1024 * 1024

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
  readonly #block: EventBlock
  readonly #blocks: BlockReader
  readonly #byteText: ByteText
  #ended = false
  #bytes = 0

  constructor(options: SSEDecoderOptions = {}) {
    const { maxEventSize = defaultMaxEventSize, decodeText, onNotice } = options
    this.#block = new EventBlock(onNotice, options.onComment)
    this.#blocks = new BlockReader(maxEventSize || Infinity, this.#block, onNotice)
    this.#byteText = new ByteText(decodeText, this.#blocks, onNotice)
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
    if (this.#ended) throw new MillraceError('decoder_ended', 'This decoder has ended; use a new one.')
    const events: ServerSentEvent[] = []
    if (typeof chunk === 'string') {
      this.#byteText.flush(events)
      this.#blocks.read(chunk, chunk.length, events)
    } else if (ArrayBuffer.isView(chunk)) {
      this.#byteText.read(chunk, events)
    } else {
      throw new MillraceError('invalid_chunk', 'A chunk must be bytes or a string.')
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
    const events: ServerSentEvent[] = []
    if (this.#ended) return events
    this.#ended = true
    this.#byteText.flush(events)
    this.#blocks.finish(events)
    return events
  }

  #throwFailure(): void {
    if (this.#blocks.failure) throw this.#blocks.failure
  }
}
