import type { Redact } from '../errors/redact-headers.js'
import { MillraceError } from '../errors/millrace-error.js'
import { identifyEvent } from '../events/identify.js'
import { DONE, parseEvent } from '../events/parse.js'
import type { UnknownEvent } from '../events/unknown.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { Chunk, ChunkReader } from '../sse/body.js'
import { defaultMaxEventSize, SSEDecoder } from '../sse/decoder.js'
import type { ServerSentEvent } from '../sse/server-sent-event.js'
import { beginsWithBrace, createJSONLinesDecoder } from './json-lines.js'
import type { ReportNotice } from '../snapshot/diagnostics.js'
import { wireEvent } from './wire-event.js'

export type StreamEvent = ResponseStreamEvent | UnknownEvent

/**
 * The events of one body. `take` gives what has already arrived, `fill` reads one more chunk: so
 * nothing is awaited for an event that is here, and no chunk is read before the last one is used up.
 */
export interface EventFeed {
  take(): StreamEvent | undefined
  /** False when the body has ended, or said `[DONE]`. */
  fill(): Promise<boolean>
  readonly bytes: number
  /** Of the HTTP answer, when there was one. */
  readonly headers: Headers | undefined
  readonly sawDone: boolean
  cancel(reason?: unknown): Promise<void>
}

export interface EventFeedOptions {
  maxEventSize?: number | undefined
  decodeText?: ((bytes: Uint8Array) => string) | undefined
  headers?: Headers | undefined
  /** Takes secrets out of what an error quotes. */
  redact?: Redact | undefined
  report: ReportNotice
}

/**
 * A chunk is decoded at once, its payloads are parsed one by one as they are taken. Events that come
 * as objects are somebody else's: they are copied as they were on the wire, so that what a stream adds
 * to them stays with it.
 */
export function createEventFeed(reader: ChunkReader<Chunk | object>, options: EventFeedOptions): EventFeed {
  const { report } = options
  const noted = { onNotice: report }
  let decoder: Pick<SSEDecoder, 'feed' | 'end'> = new SSEDecoder({
    maxEventSize: options.maxEventSize,
    decodeText: options.decodeText,
    onNotice: report,
  })
  /** Whether the body has been told by its beginning. */
  let begun = false
  let frames: ServerSentEvent[] = []
  let next = 0
  let handedIn: StreamEvent | undefined
  let ended = false
  const feed = { bytes: 0, sawDone: false, headers: options.headers }

  function take(): StreamEvent | undefined {
    if (handedIn !== undefined) return takeHandedIn()
    while (next < frames.length) {
      const frame = frames[next++]
      const event = frame && parseEvent(frame, noted)
      if (event === DONE) finish()
      else if (event !== undefined) return event
    }
    return undefined
  }

  function begin(chunk: Chunk): void {
    const isJSON = beginsWithBrace(chunk)
    begun = isJSON !== undefined
    if (isJSON) decoder = createJSONLinesDecoder((options.maxEventSize ?? defaultMaxEventSize) || Infinity)
  }

  function takeHandedIn(): StreamEvent | undefined {
    const event = handedIn
    handedIn = undefined
    return event
  }

  function finish(): void {
    feed.sawDone = true
    ended = true
    frames = []
    void reader.cancel()
  }

  async function fill(): Promise<boolean> {
    if (ended) return false
    const item = await reader.read()
    next = 0
    frames = []
    if (item === undefined) {
      ended = true
      frames = decoder.end()
      return frames.length > 0
    }
    const chunk = chunkOf(item)
    if (chunk === undefined) handedIn = identifyEvent({ ...wireEvent(item as object) }, undefined, noted)
    else {
      feed.bytes += chunk.length
      if (!begun) begin(chunk)
      frames = decoder.feed(chunk)
    }
    return true
  }

  return Object.assign(feed, { take, fill, cancel: (reason?: unknown) => reader.cancel(reason) })
}

/** Bytes of any kind, also of another realm, whose `Uint8Array` is not ours. Undefined for an event. */
function chunkOf(item: Chunk | object): Chunk | undefined {
  if (typeof item === 'string' || item instanceof Uint8Array) return item
  if (ArrayBuffer.isView(item)) return new Uint8Array(item.buffer, item.byteOffset, item.byteLength)
  if (Object.prototype.toString.call(item) === '[object ArrayBuffer]')
    return new Uint8Array(item as ArrayBuffer)
  if (typeof item === 'object' && item !== null) return undefined
  throw new MillraceError(
    'unsupported_source',
    `The source gave ${String(item)}; it must give bytes, strings or events.`,
  )
}
