import { EventTooLargeError } from '../errors/stream-error.js'
import type { EventBlock } from './event-block.js'
import type { FramingNotice } from './framing-rule.js'
import { PendingSize, utf8Length } from './pending-size.js'
import { readPlainEvents } from './plain-events.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { TextPieces } from './text-pieces.js'

const lineFeed = 0x0a
const byteOrderMark = 0xfeff
const nothing = -1

/** Reads text, in pieces of any size, line by line into blocks and their events, within a limit. */
export class BlockReader {
  readonly #limit: number
  readonly #block: EventBlock
  /** The line that has begun and not ended. */
  readonly #line = new TextPieces()
  readonly #pending = new PendingSize()
  /**
   * What is passed over where the next text begins: a byte order mark at the start of the stream;
   * after a CR, which has ended its line already, the LF that belongs to it.
   */
  #skip = byteOrderMark
  readonly #notice: FramingNotice | undefined
  #sawReturn = false
  /** Set once a block has passed the limit. Nothing is read or held from then on. */
  failure: EventTooLargeError | undefined

  constructor(limit: number, block: EventBlock, notice: FramingNotice | undefined) {
    this.#limit = limit
    this.#block = block
    this.#notice = notice
  }

  /**
   * Appends the events that the text completes. `size` is that of the text in the unit of the limit:
   * its UTF-8 length, or its own where it came as a string.
   */
  read(text: string, size: number, events: ServerSentEvent[]): void {
    if (this.failure) return
    // Blocks are measured one by one only where one of them may be too large.
    const isGuarded = this.#pending.mayPass(this.#limit, size)
    let position = this.#skipFirst(text)
    let blockStart = this.#pending.isZero ? position : 0
    // Each search is repeated only when its find is passed: a text without LF is searched for it once.
    let nextFeed = -1
    let nextReturn = find(text, '\r', position)
    if (nextReturn < text.length) this.#noticeReturns()
    while (position < text.length) {
      if (nextReturn === text.length && position === blockStart && this.#pending.isZero && !isGuarded) {
        position = blockStart = readPlainEvents(text, position, events)
        if (position === text.length) return
      }
      if (nextFeed < position) nextFeed = find(text, '\n', position)
      if (nextReturn < position) nextReturn = find(text, '\r', position)
      const end = Math.min(nextFeed, nextReturn)
      if (end === text.length) break
      const next = this.#passLineEnd(text, end)
      if (end > position || !this.#line.isEmpty) {
        this.#readLine(text, position, end)
      } else {
        if (isGuarded && !this.#isWithinLimit(text, size, blockStart, position)) return
        this.#endBlock(events)
        blockStart = next
      }
      position = next
    }
    if (isGuarded && !this.#isWithinLimit(text, size, blockStart, text.length)) return
    if (position < text.length) this.#line.push(text.slice(position))
    this.#pending.add(text, size, blockStart)
  }

  /** The end of the input: appends the event that lacks only its own end, marked. */
  finish(events: ServerSentEvent[]): void {
    this.#block.readCutLine(this.#line.take())
    const event = this.#block.take()
    if (event === undefined) return
    event.unterminated = true
    events.push(event)
    this.#notice?.('sse-unterminated-final-event', 'The last event lacks its closing blank line.')
  }

  #readLine(text: string, start: number, end: number): void {
    if (this.#line.isEmpty) {
      this.#block.readLine(text, start, end)
      return
    }
    const line = this.#line.take(text.slice(start, end))
    this.#block.readLine(line, 0, line.length)
  }

  #endBlock(events: ServerSentEvent[]): void {
    const event = this.#block.take()
    if (event) events.push(event)
    this.#pending.clear()
  }

  /** Returns where the next line begins. */
  #passLineEnd(text: string, end: number): number {
    const next = end + 1
    if (text.charCodeAt(end) === lineFeed) return next
    if (next === text.length) this.#skip = lineFeed
    return text.charCodeAt(next) === lineFeed ? next + 1 : next
  }

  #skipFirst(text: string): number {
    const isThere = text.charCodeAt(0) === this.#skip
    if (isThere && this.#skip === byteOrderMark) {
      this.#notice?.('sse-bom', 'The stream begins with a byte order mark.')
    }
    if (text !== '') this.#skip = nothing
    return isThere ? 1 : 0
  }

  /** Once: where one line ends with CR, others do. */
  #noticeReturns(): void {
    if (this.#sawReturn) return
    this.#sawReturn = true
    this.#notice?.('sse-carriage-return', 'Lines end with CR or CRLF.')
  }

  /** Fails, and drops what is held, if the pending block passes the limit with `text[start, end)`. */
  #isWithinLimit(text: string, size: number, start: number, end: number): boolean {
    const part = size === text.length ? end - start : utf8Length(text.slice(start, end))
    const total = this.#pending.measure() + part
    if (total <= this.#limit) return true
    this.failure = new EventTooLargeError(this.#limit, total)
    this.#line.take()
    this.#block.clear()
    return false
  }
}

/** Where the first `end` from `position` on stands; the text's length when there is none. */
function find(text: string, end: string, position: number): number {
  const found = text.indexOf(end, position)
  return found === -1 ? text.length : found
}
