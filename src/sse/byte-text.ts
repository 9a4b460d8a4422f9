import type { BlockReader } from './block-reader.js'
import type { FramingNotice } from './framing-rule.js'
import { runEnd } from './run-end.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { tailLength } from './utf8.js'

/** Decodes UTF-8 that ends between characters: keeps a BOM, puts U+FFFD for what is invalid as WHATWG says. */
export type DecodeText = (bytes: Uint8Array) => string

const noBytes = new Uint8Array()
const shortestRun = 512
const longestRun = 32 * 1024

/**
 * Turns the chunks of a byte stream into text for a reader of blocks. A chunk is cut between
 * characters, its end kept for the next one, and the rest decoded in runs.
 *
 * Engines decode ASCII many times faster than anything else, but one character that is not makes the
 * whole run slow and its text twice as large. So runs are short where such characters come often, and
 * grow where they do not.
 */
export class ByteText {
  readonly #decode: DecodeText
  readonly #blocks: BlockReader
  readonly #notice: FramingNotice | undefined
  #tail: Uint8Array = noBytes
  #runLength = longestRun

  constructor(decode: DecodeText | undefined, blocks: BlockReader, notice: FramingNotice | undefined) {
    this.#decode = decode ?? createDecode()
    this.#blocks = blocks
    this.#notice = notice
  }

  read(chunk: Uint8Array, events: ServerSentEvent[]): void {
    const bytes = this.#tail.length === 0 ? chunk : concat(this.#tail, chunk)
    const end = bytes.length - tailLength(bytes)
    // A copy: the owner of the chunk may reuse its memory after this call.
    this.#tail = end === bytes.length ? noBytes : new Uint8Array(bytes.subarray(end))
    this.#readRuns(bytes, end, events)
  }

  /** Reads the end that was kept, which nothing will complete any more. */
  flush(events: ServerSentEvent[]): void {
    const tail = this.#tail
    this.#tail = noBytes
    this.#readRuns(tail, tail.length, events)
  }

  #readRuns(bytes: Uint8Array, end: number, events: ServerSentEvent[]): void {
    for (let start = 0; start < end;) {
      const stop = runEnd(bytes, start, end, this.#runLength)
      const run = stop - start === bytes.length ? bytes : bytes.subarray(start, stop)
      const text = this.#decode(run)
      this.#runLength = text.length === run.length ? Math.min(this.#runLength * 2, longestRun) : shortestRun
      if (this.#notice && text.includes('\uFFFD') && !isUtf8(run)) {
        this.#notice('invalid-utf8', 'Invalid UTF-8 was replaced by U+FFFD.')
      }
      this.#blocks.read(text, run.length, events)
      start = stop
    }
  }
}

/**
 * The runtime's own decoder. Never told to `stream`, though that would spare us the cutting between
 * characters: on Node 20 it makes ASCII five times slower, for ever after on that instance.
 */
function createDecode(): DecodeText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

function concat(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes
}

/** Whether a U+FFFD in the text was sent as such. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
