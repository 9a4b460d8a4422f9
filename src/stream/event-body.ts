import type { Redact } from '../errors/redact-headers.js'
import { apiErrorFromStatus } from '../errors/api-error.js'
import type { WireResponse } from '../events/response.js'
import { type Chunk, type ChunkReader, readChunks } from '../sse/body.js'
import { encodeEvent } from '../sse/encoder.js'
import { mediaTypeOf, parseJSON } from './body-text.js'
import { contentTypeError } from './content-type-error.js'
import { errorBodyOf, isErrorAnswer } from './error-body.js'
import { looksLikeJSONLines } from './json-lines.js'
import { synthesiseEvents } from './synthesise.js'

export interface EventBodyOptions {
  strict?: boolean | undefined
  /** Takes secrets out of what an error quotes. */
  redact?: Redact | undefined
  report: (rule: 'content-type' | 'non-streamed', message: string) => void
}

const eventStream = 'text/event-stream'
const expected = `Expected ${eventStream}.`
/** The largest body that is read whole to find out what it is, in characters. */
const wholeBodyLimit = 64 * 1024 * 1024

/**
 * The event stream in a 2xx answer, told by content type and first bytes. Servers that ignore
 * `stream: true` answer with a whole response, gateways with an error object or a login page, and
 * some send events without saying so; a whole response becomes the events it would have been, the
 * others become the error they are instead of an empty stream. Events that come one to a line are
 * passed on as they are.
 *
 * Strict accepts `text/event-stream` alone. Reading throws `APIError`, with code
 * `unexpected_content_type` when the body is none of the protocol's.
 */
export function eventBody(http: Response, options: EventBodyOptions): ChunkReader {
  const reader = readChunks(http)
  let opened = false
  return {
    read() {
      if (opened) return reader.read()
      opened = true
      return openBody(http, reader, options)
    },
    cancel: (reason) => reader.cancel(reason),
  }
}

async function openBody(
  http: Response,
  reader: ChunkReader,
  options: EventBodyOptions,
): Promise<Chunk | undefined> {
  const { strict, report } = options
  const mediaType = mediaTypeOf(http.headers)
  const start = await readStart(reader)
  const text = textOf(start)
  const saysEvents = mediaType === eventStream
  if (http.ok && !strict && looksLikeJSONLines(text)) return start
  if (http.ok && (looksLikeEvents(text) || (saysEvents && !/^\s*[{[<]/.test(text)))) {
    if (strict && !saysEvents) throw contentTypeError(http, text, expected)
    if (!saysEvents)
      report('content-type', `The events came as ${mediaType || 'a body without content type'}.`)
    return start
  }
  const whole = text + (await readRest(reader))
  return openWhole(http, options.redact?.(whole) ?? whole, options)
}

function openWhole(http: Response, text: string, { strict, report }: EventBodyOptions): string {
  const value = parseJSON(text)
  if (!http.ok)
    throw apiErrorFromStatus(http.status, errorBodyOf(value) ?? { message: excerptOf(text) }, http.headers)
  if (isErrorAnswer(value)) throw apiErrorFromStatus(http.status, errorBodyOf(value), http.headers)
  if (!strict && value === undefined && looksLikeJSONLines(text)) return text
  if (strict || !isWireResponse(value)) throw contentTypeError(http, text, expected)
  report('non-streamed', 'The server answered with a whole response instead of a stream.')
  return [...synthesiseEvents(value)].map((event) => encodeEvent(event)).join('')
}

/** Up to and with the first chunk that is not blank. */
async function readStart(reader: ChunkReader): Promise<Chunk | undefined> {
  let start = await reader.read()
  while (start !== undefined && textOf(start).trim() === '') {
    const next = await reader.read()
    if (next === undefined) break
    start = textOf(start) + textOf(next)
  }
  return start
}

async function readRest(reader: ChunkReader): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < wholeBodyLimit) {
    const chunk = await reader.read()
    if (chunk === undefined) break
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  }
  await reader.cancel()
  return text
}

/** A field name or a comment; the first chunk may hold as little as its first letter. */
function looksLikeEvents(text: string): boolean {
  const start = /^\uFEFF?\s*(:|[a-z]*)/.exec(text)?.[1] ?? ''
  return (
    start !== '' &&
    (start === ':' || ['event', 'data', 'id', 'retry'].some((field) => field.startsWith(start)))
  )
}

function isWireResponse(value: unknown): value is WireResponse {
  return typeof value === 'object' && value !== null && 'object' in value && value.object === 'response'
}

function textOf(chunk: Chunk | undefined): string {
  return typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
}

/** Of a body that only explains a status. */
function excerptOf(text: string): string {
  return text.trim().slice(0, 512) || 'no body'
}
