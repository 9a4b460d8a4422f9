import { APIError } from '../errors/api-error.js'
import { MillraceError } from '../errors/millrace-error.js'
import { comment, encodeEvent } from '../sse/encoder.js'
import type { StreamEvent } from './event-feed.js'
import { createHeartbeat, type Heartbeat } from './heartbeat.js'
import { wireEvent } from './wire-event.js'

/** Options of {@link toSSE}. */
export interface ToSSEOptions {
  /** Write `event:` lines. Default `true`, as the API does. */
  eventLine?: boolean
  /** After how much silence a comment is sent, in ms, so that proxies keep the connection. Default 15,000; 0 turns it off. */
  heartbeat?: number
  /** Changes an event before it is written, or leaves it out by returning undefined. */
  map?: (event: StreamEvent) => StreamEvent | undefined
  /** The reader of the bytes went away before the end. Default: the stream is left, which aborts a foreground request. */
  onCancel?: (rest: AsyncIterator<StreamEvent>) => void
}

/**
 * A stream's events as the bytes of server-sent events, without the fields a `ResponseStream` adds.
 * It is the stream's reader: it asks for the next event when the bytes are asked for.
 *
 * When the stream fails, the last event written is an `error` event with the next sequence number,
 * so that the other end knows too; what it says of errors that are not the API's is only their code.
 */
export function toSSE(stream: AsyncIterable<StreamEvent>, options: ToSSEOptions = {}): ReadableStream<Uint8Array> {
  return sseFrom(stream[Symbol.asyncIterator](), options)
}

/** The same for an iterator that is already being read. */
export function sseFrom(
  events: AsyncIterator<StreamEvent>,
  { eventLine = true, heartbeat = 15_000, map = (event) => event, onCancel }: ToSSEOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let lastNumber = -1
  let beats: Heartbeat | undefined

  function encode(event: StreamEvent): Uint8Array | undefined {
    if (typeof event.sequence_number === 'number') lastNumber = Math.max(lastNumber, event.sequence_number)
    const mapped = map(wireEvent(event))
    return mapped && encoder.encode(encodeEvent(mapped, { eventLine }))
  }

  async function nextBytes(): Promise<Uint8Array | undefined> {
    for (let result = await events.next(); !result.done; result = await events.next()) {
      const bytes = encode(result.value)
      if (bytes !== undefined) return bytes
    }
    return undefined
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // A comment goes only into an empty queue: a reader that does not drain must not collect them.
      beats = createHeartbeat(heartbeat, () => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(comment('keep-alive')))
      })
    },
    async pull(controller) {
      try {
        const bytes = await nextBytes()
        beats?.wrote()
        if (bytes !== undefined) return controller.enqueue(bytes)
      } catch (error) {
        controller.enqueue(encoder.encode(encodeEvent(errorEvent(error, lastNumber + 1), { eventLine })))
      }
      beats?.stop()
      controller.close()
    },
    async cancel() {
      beats?.stop()
      if (onCancel) onCancel(events)
      else await events.return?.()
    },
  })
}

function errorEvent(error: unknown, sequence_number: number): { type: 'error' } & Record<string, unknown> {
  const known = MillraceError.isInstance(error) ? error : undefined
  const message = APIError.isInstance(error) && error.error?.message ? error.error.message : 'The stream failed before its end.'
  return {
    type: 'error',
    sequence_number,
    error: { type: 'server_error', code: known?.code ?? 'stream_failed', message, param: null },
  }
}
