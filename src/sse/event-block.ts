import type { FramingNotice } from './framing-rule.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { TextPieces } from './text-pieces.js'

const colon = 0x3a
const space = 0x20

/** The block of lines between two blank lines, and the two things that outlive it. */
export class EventBlock {
  readonly #notice: FramingNotice | undefined
  readonly #onComment: ((text: string) => void) | undefined
  #name = ''
  readonly #data = new TextPieces()
  #dataLines = 0
  #id: string | undefined
  #retry: number | undefined
  lastEventId = ''
  retry: number | undefined

  constructor(notice: FramingNotice | undefined, onComment: ((text: string) => void) | undefined) {
    this.#notice = notice
    this.#onComment = onComment
  }

  /**
   * Reads the line `text[start, end)`. Known names are tried in place: a search for the colon would
   * run past the line where it has none, and cost a scan of the whole rest for each such line. Nor is
   * `startsWith` asked before the first letter fits: it is a call into the engine.
   */
  readLine(text: string, start: number, end: number): void {
    const first = text.charCodeAt(start)
    if (first === 0x64 && isField('data', text, start, end)) this.#addData(valueAt(text, start + 4, end))
    else if (first === 0x65 && isField('event', text, start, end)) this.#name = valueAt(text, start + 5, end)
    else if (first === 0x69 && isField('id', text, start, end)) this.#setId(valueAt(text, start + 2, end))
    else if (first === 0x72 && isField('retry', text, start, end))
      this.#setRetry(valueAt(text, start + 5, end))
    else if (first === colon) this.#onComment?.(valueAt(text, start, end))
    else this.#noticeUnknownField(text, start, end)
  }

  /** Reads a line that the end of the input cut. Only of data is a part better than nothing. */
  readCutLine(line: string): void {
    if (isField('data', line, 0, line.length)) this.readLine(line, 0, line.length)
  }

  /** Ends the block. Undefined when it holds no data: such a block is not an event. */
  take(): ServerSentEvent | undefined {
    const event = this.#event()
    if (this.#id !== undefined) this.lastEventId = this.#id
    this.clear()
    return event
  }

  clear(): void {
    this.#name = ''
    this.#data.take()
    this.#dataLines = 0
    this.#id = undefined
    this.#retry = undefined
  }

  #event(): ServerSentEvent | undefined {
    const data = this.#data.take()
    if (data === '') {
      if (this.#dataLines > 0 || this.#name !== '') {
        this.#notice?.('sse-empty-data', `Event ${quote(this.#name)} has no data.`)
      }
      return undefined
    }
    const event: ServerSentEvent = this.#name === '' ? { data } : { event: this.#name, data }
    if (this.#id !== undefined) event.id = this.#id
    if (this.#retry !== undefined) event.retry = this.#retry
    return event
  }

  #addData(value: string): void {
    if (this.#dataLines++ > 0) this.#data.push('\n')
    this.#data.push(value)
    if (this.#dataLines === 2) this.#notice?.('sse-multi-line-data', 'An event has several data lines.')
  }

  #setId(value: string): void {
    if (!value.includes('\0')) this.#id = value
    this.#notice?.('sse-id-field', 'An event has an id.')
  }

  #setRetry(value: string): void {
    if (/^[0-9]+$/.test(value)) this.retry = this.#retry = Number(value)
    this.#notice?.('sse-retry-field', `The server sets retry to ${quote(value)}.`)
  }

  #noticeUnknownField(text: string, start: number, end: number): void {
    if (this.#notice === undefined) return
    const [name = ''] = text.slice(start, end).split(':', 1)
    this.#notice('sse-unknown-field', `Unknown field ${quote(name)}.`)
  }
}

function isField(name: string, text: string, start: number, end: number): boolean {
  if (!text.startsWith(name, start)) return false
  const after = start + name.length
  return after === end || text.charCodeAt(after) === colon
}

/** What follows the colon at `at`, less one space; empty when the line ends there. */
function valueAt(text: string, at: number, end: number): string {
  return text.slice(text.charCodeAt(at + 1) === space ? at + 2 : at + 1, end)
}

/** Notices are for people: a stray megabyte on the wire is not a name to print. */
function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}
