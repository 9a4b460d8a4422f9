import { type Chunk, type ChunkSource, readChunks } from '../sse/body.js'
import { createEventFeed, type EventFeed, type EventFeedOptions } from './event-feed.js'
import { eventBody } from './event-body.js'

/**
 * What a stream can be read from: a fetch `Response` or the promise of one, bytes or text as a
 * whole, and a `ReadableStream` or any iterable (a Node `Readable` is one) of bytes, of text, or of
 * events already parsed.
 */
export type StreamSource = ChunkSource<Chunk | object> | Promise<Response>

export interface FeedOptions extends EventFeedOptions {
  strict?: boolean | undefined
}

/** Gives up a source that will not be read. */
export function discardSource(source: StreamSource, options: FeedOptions): void {
  openSource(source, options).then(
    (feed) => feed.cancel(),
    // A source that fails and that nobody wants concerns nobody.
    () => {},
  )
}

/** Opens a source. Nothing is read before the first event is asked for. */
export async function openSource(source: StreamSource, options: FeedOptions): Promise<EventFeed> {
  const opened = await source
  if (!isHTTPResponse(opened)) return createEventFeed(readChunks(opened), options)
  return createEventFeed(eventBody(opened, options), { ...options, headers: opened.headers })
}

/** Duck-typed: a polyfilled fetch or another realm has a `Response` of its own. */
function isHTTPResponse(source: unknown): source is Response {
  return typeof source === 'object' && source !== null && 'headers' in source && 'status' in source
}
