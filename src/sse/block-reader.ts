import { EventTooLargeError } from '../errors/stream-error.js'
import type { EventBlock } from './event-block.js'
import type { FramingNotice } from './framing-rule.js'
import { PendingSize } from './pending-size.js'
import { readPlainEvents } from './plain-events.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { TextPieces } from './text-pieces.js'
import { utf8Length } from './utf8.js'

const lineFeed = 0x0a

/** Reads text, in pieces of any size, line by line into blocks and their events, within a limit. */
export class BlockReader {
  readonly #limit: number
  readonly #block: EventBlock
  /** The line that has begun and not ended. */
  readonly #line = new TextPieces()
  readonly #pending = new PendingSize()
  /** A CR ended the last piece: its line is complete, and a LF that comes next belongs to it. */
  #skipLineFeed = false
  #notice: FramingNotice | undefined
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
    // Blocks are measured one by one only where one of them may be too large.
    const isGuarded = this.#pending.mayPass(this.#limit, size)
    let position = this.#skipLineFeed ? this.#passSplitLineEnd(text) : 0
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

  /** The end of the input: the event that lacks only its own end. */
  finish(): ServerSentEvent | undefined {
    this.#block.readCutLine(this.#line.take())
    return this.#block.take()
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
    this.#skipLineFeed = next === text.length
    return text.charCodeAt(next) === lineFeed ? next + 1 : next
  }

  /** The LF of a CRLF whose CR ended the piece before. */
  #passSplitLineEnd(text: string): number {
    if (text !== '') this.#skipLineFeed = false
    return text.charCodeAt(0) === lineFeed ? 1 : 0
  }

  /** Once: where one line ends with CR, others do. */
  #noticeReturns(): void {
    this.#notice?.('sse-carriage-return', 'Lines end with CR or CRLF; many readers understand only LF.')
    this.#notice = undefined
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
