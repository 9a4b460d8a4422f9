import { MillraceError } from '../errors/millrace-error.js'

/** What one block of an event stream may hold. A block without `data` holds no event. */
export interface SSEFields {
  event?: string | undefined
  /** May have several lines; each LF begins a `data:` line of its own. */
  data?: string | undefined
  id?: string | undefined
  /** In ms, a whole number. */
  retry?: number | undefined
  /** For people and for keeping a connection busy; readers drop it. May have several lines. */
  comment?: string | undefined
}

/**
 * Encodes one block of an event stream, closing blank line included. What `SSEDecoder` makes of it
 * is what went in.
 *
 * @throws {MillraceError} `invalid_sse` for what the format cannot carry: CR in `data`; CR, LF or
 * NUL in `event` or `id`; a `retry` that is not a whole number; an `event` without data, or empty
 * `data`, which readers drop or choke on; and nothing at all.
 *
 * @example
 * encodeSSE({ event: 'note', data: 'two\nlines' })   // 'event: note\ndata: two\ndata: lines\n\n'
 */
export function encodeSSE(fields: SSEFields): string {
  const { event, data, id, retry } = fields
  if (data === '' || (event && data === undefined)) refuse('an event needs data')
  let block = ''
  if (fields.comment !== undefined) block += commentLines(fields.comment)
  if (event) block += `event: ${checkLine('event', event)}\n`
  if (data !== undefined) block += `data: ${checkData(data).replaceAll('\n', '\ndata: ')}\n`
  if (id !== undefined) block += `id: ${checkLine('id', id)}\n`
  if (retry !== undefined) block += `retry: ${checkRetry(retry)}\n`
  if (block === '') refuse('there is nothing to encode')
  return `${block}\n`
}

/** Encodes a comment, as a block of its own: `: text`. With several lines, each is a comment. */
export function comment(text: string): string {
  return `${commentLines(text)}\n`
}

/** Options of `encodeEvent`. */
export interface EncodeEventOptions {
  /** Whether the type is also sent as the `event:` line, as OpenAI does. Default true. */
  eventLine?: boolean | undefined
}

/**
 * Encodes an event of the Responses API: its JSON on one `data:` line, after an `event:` line with
 * its type. U+2028, U+2029 and U+0085 are escaped in the JSON, because some readers take them for
 * line ends.
 *
 * @throws {MillraceError} `invalid_sse` when the type has a CR, LF or NUL, or is empty.
 *
 * @example
 * encodeEvent({ type: 'keepalive', sequence_number: 7 })
 * // 'event: keepalive\ndata: {"type":"keepalive","sequence_number":7}\n\n'
 */
export function encodeEvent(responseEvent: { type: string }, options: EncodeEventOptions = {}): string {
  const { eventLine = true } = options
  const data = escapeLineEnds(JSON.stringify(responseEvent))
  if (!eventLine) return `data: ${data}\n\n`
  if (!responseEvent.type) refuse('the event has no type')
  return `event: ${checkLine('type', responseEvent.type)}\ndata: ${data}\n\n`
}

/** In JSON they can only stand inside a string, where the escape means the same. */
const lineEndEscapes = [
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\u0085', '\\u0085'],
] as const

function escapeLineEnds(json: string): string {
  let escaped = json
  for (const [raw, escape] of lineEndEscapes) {
    // Nearly never there, and looking is much cheaper than replacing.
    if (escaped.includes(raw)) escaped = escaped.replaceAll(raw, escape)
  }
  return escaped
}

function commentLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `: ${line}\n`)
    .join('')
}

function checkData(data: string): string {
  if (data.includes('\r')) refuse('data must not contain CR, which would read as a line end')
  return data
}

function checkLine(field: string, value: string): string {
  if (value.includes('\n') || value.includes('\r') || value.includes('\0')) {
    refuse(`${field} must not contain CR, LF or NUL: ${JSON.stringify(value)}`)
  }
  return value
}

function checkRetry(retry: number): number {
  if (!Number.isSafeInteger(retry) || retry < 0) refuse(`retry must be a whole number of ms, not ${retry}`)
  return retry
}

function refuse(reason: string): never {
  throw new MillraceError('invalid_sse', `This cannot be sent as a server-sent event: ${reason}.`)
}
