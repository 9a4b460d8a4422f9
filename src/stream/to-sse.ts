import { comment, encodeEvent } from '../sse/encoder.js'
import type { StreamEvent } from './event-feed.js'
import { createHeartbeat, type Heartbeat } from './heartbeat.js'
import { publicError } from './public-error.js'
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
 * Everything else goes out as it came: the responses in the events repeat the request, `instructions` and
 * `tools` included. For a browser use `toResponse`, which leaves them out.
 *
 * When the stream fails, the last event written is an `error` event with the next sequence number,
 * so that the other end knows too; what it says of errors that are not the API's is only their code.
 */
export function toSSE(
  stream: AsyncIterable<StreamEvent>,
  options: ToSSEOptions = {},
): ReadableStream<Uint8Array> {
  return sseFrom(stream[Symbol.asyncIterator](), options)
}

/** The same for an iterator that is already being read. */
export function sseFrom(
  events: AsyncIterator<StreamEvent>,
  { eventLine = true, heartbeat = 15_000, map = (event) => event, onCancel }: ToSSEOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const blocks = encodeAll()
  let beats: Heartbeat | undefined

  async function* encodeAll(): AsyncGenerator<string> {
    let next = 0
    try {
      for (let result = await events.next(); !result.done; result = await events.next()) {
        const { sequence_number } = result.value
        if (typeof sequence_number === 'number') next = Math.max(next, sequence_number + 1)
        const mapped = map(wireEvent(result.value))
        if (mapped !== undefined) yield encodeEvent(mapped, { eventLine })
      }
    } catch (error) {
      const failure = { type: 'error', sequence_number: next, error: publicError(error) }
      yield encodeEvent(failure, { eventLine })
      // It may have been the mapping or the encoding that failed, and the stream still runs.
      await events.return?.()
    }
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // A comment goes only into an empty queue: a reader that does not drain must not collect them.
      beats = createHeartbeat(heartbeat, () => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(comment('keep-alive')))
      })
    },
    async pull(controller) {
      const block = await blocks.next()
      beats?.wrote()
      if (!block.done) return controller.enqueue(encoder.encode(block.value))
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
