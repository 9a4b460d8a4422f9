import type { FramingNotice } from './framing-rule.js'
import type { ServerSentEvent } from './server-sent-event.js'
import { TextPieces } from './text-pieces.js'

const colon = 0x3a
const space = 0x20
const d = 0x64
const e = 0x65
const i = 0x69
const r = 0x72

/** The block of lines between two blank lines, and the two things that outlive it. */
export class EventBlock {
  readonly #notice: FramingNotice | undefined
  readonly #onComment: ((text: string) => void) | undefined
  #name = ''
  #data: string | undefined
  /** Used from the second `data:` line on. */
  readonly #lines = new TextPieces()
  #id: string | undefined
  #retry: number | undefined
  lastEventId = ''
  retry: number | undefined

  constructor(notice: FramingNotice | undefined, onComment: ((text: string) => void) | undefined) {
    this.#notice = notice
    this.#onComment = onComment
  }

  /** Whether no field of the block has been read. */
  get isEmpty(): boolean {
    return (
      this.#data === undefined && this.#name === '' && this.#id === undefined && this.#retry === undefined
    )
  }

  /**
   * Reads the line `text[start, end)`. Known names are tried in place: a search for the colon would
   * run past the line where it has none, and cost a scan of the whole rest for each such line. Nor is
   * `startsWith` asked before the first letter fits: it is a call into the engine.
   */
  readLine(text: string, start: number, end: number): void {
    const first = text.charCodeAt(start)
    if (first === d && isField('data', text, start, end)) this.#addData(valueAt(text, start + 4, end))
    else if (first === e && isField('event', text, start, end)) this.#name = valueAt(text, start + 5, end)
    else if (first === i && isField('id', text, start, end)) this.#setId(valueAt(text, start + 2, end))
    else if (first === r && isField('retry', text, start, end)) this.#setRetry(valueAt(text, start + 5, end))
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
    this.#data = undefined
    this.#id = undefined
    this.#retry = undefined
    if (!this.#lines.isEmpty) this.#lines.take()
  }

  #event(): ServerSentEvent | undefined {
    const data = this.#lines.isEmpty ? this.#data : this.#lines.take()
    if (data === undefined || data === '') {
      if (data === '' || this.#name !== '') this.#noticeNoData()
      return undefined
    }
    const event: ServerSentEvent = this.#name === '' ? { data } : { event: this.#name, data }
    if (this.#id !== undefined) event.id = this.#id
    if (this.#retry !== undefined) event.retry = this.#retry
    return event
  }

  #addData(value: string): void {
    if (this.#data === undefined) {
      this.#data = value
      return
    }
    if (this.#lines.isEmpty) {
      this.#lines.push(this.#data)
      this.#notice?.('sse-multi-line-data', 'The data of an event is spread over several data lines.')
    }
    this.#lines.push('\n')
    this.#lines.push(value)
  }

  #setId(value: string): void {
    const isAllowed = !value.includes('\0')
    if (isAllowed) this.#id = value
    this.#notice?.(
      'sse-id-field',
      isAllowed
        ? 'An id field is present; streams of responses resume by sequence number.'
        : 'An id field with NUL in it is ignored.',
    )
  }

  #setRetry(value: string): void {
    const isAllowed = /^[0-9]+$/.test(value)
    if (isAllowed) this.retry = this.#retry = Number(value)
    this.#notice?.(
      'sse-retry-field',
      isAllowed ? `A retry field asks for ${value} ms.` : 'A retry field that is not a number is ignored.',
    )
  }

  #noticeNoData(): void {
    const which = this.#name === '' ? 'An event' : `The event ${JSON.stringify(excerpt(this.#name))}`
    this.#notice?.('sse-empty-data', `${which} has no data and is not dispatched.`)
  }

  #noticeUnknownField(text: string, start: number, end: number): void {
    if (this.#notice === undefined) return
    const [name = ''] = text.slice(start, end).split(':', 1)
    this.#notice('sse-unknown-field', `The field ${JSON.stringify(excerpt(name))} is unknown and ignored.`)
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
function excerpt(name: string): string {
  return name.length <= 40 ? name : `${name.slice(0, 40)}…`
}
