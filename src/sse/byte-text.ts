import type { BlockReader } from './block-reader.js'
import type { FramingNotice } from './framing-rule.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { tailLength } from './utf8.js'

/** Decodes UTF-8 that ends between characters: keeps a BOM, puts U+FFFD for what is invalid as WHATWG says. */
export type DecodeText = (bytes: Uint8Array) => string

const noBytes = new Uint8Array()

/**
 * Turns the chunks of a byte stream into text for a reader of blocks. A chunk is cut between
 * characters, its end kept for the next one, and the rest decoded at once.
 */
export class ByteText {
  readonly #decode: DecodeText
  readonly #blocks: BlockReader
  readonly #notice: FramingNotice | undefined
  #tail: Uint8Array = noBytes

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
    this.#readText(bytes, end, events)
  }

  /** Reads the end that was kept, which nothing will complete any more. */
  flush(events: ServerSentEvent[]): void {
    const tail = this.#tail
    this.#tail = noBytes
    this.#readText(tail, tail.length, events)
  }

  #readText(bytes: Uint8Array, end: number, events: ServerSentEvent[]): void {
    if (end === 0) return
    const whole = end === bytes.length ? bytes : bytes.subarray(0, end)
    const text = this.#decode(whole)
    if (this.#notice && text.includes('\uFFFD') && !isUtf8(whole))
      this.#notice('invalid-utf8', 'Invalid UTF-8 was replaced by U+FFFD.')
    this.#blocks.read(text, end, events)
  }
}

/** In bytes; below it both ways of decoding cost the same. */
const shortText = 512

/**
 * The runtime's own decoder. On Node 20 it is five times faster for ASCII if it was never told to
 * `stream`, which is why we cut between characters ourselves; one that was told to is nearly twice as
 * fast for everything else. So there are two, and the last text says which is for the next. Behind an
 * ASCII byte the streaming one holds nothing back.
 */
function createDecode(): DecodeText {
  const forASCII = new TextDecoder('utf-8', { ignoreBOM: true })
  let forOthers: TextDecoder | undefined
  let isASCII = true
  return (bytes) => {
    const last = bytes[bytes.length - 1] ?? 0
    const text =
      isASCII || bytes.length < shortText || last >= 0x80
        ? forASCII.decode(bytes)
        : (forOthers ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes, { stream: true })
    isASCII = text.length === bytes.length
    return text
  }
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
