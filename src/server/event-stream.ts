import { comment, encodeEvent } from '../sse/encoder.js'
import { createByteStream } from './byte-stream.js'
import { inErrorShape, type ErrorShape } from './error-shape.js'
import { startHeartbeat, type HeartbeatOptions } from './heartbeat.js'
import { obfuscated } from './obfuscation.js'
import type { EventSink } from './run/event-sink.js'

export interface EventStreamOptions {
  /** Write `event:` lines. */
  eventLine: boolean
  /** Write `data: [DONE]` at the end. */
  doneSentinel: boolean
  errorShape: ErrorShape
  /** Pad deltas. */
  obfuscate: boolean
  heartbeat: HeartbeatOptions | false
  /** In ms, see `ByteStreamOptions`. */
  stallTimeout: number
  /** The client has left. Called at most once. */
  onGone: () => void
  /** Time for a `keepalive` event; false when none can be sent yet. */
  onKeepalive: () => boolean
}

/** The sink of a streaming answer: every event becomes bytes of `readable`. */
export interface EventStream extends EventSink {
  readonly readable: ReadableStream<Uint8Array>
}

/** They open every stream, so they say nothing about whether the backend is at work. */
const openers = new Set(['response.created', 'response.in_progress'])

export function createEventStream(options: EventStreamOptions): EventStream {
  const { eventLine, errorShape, obfuscate } = options
  const bytes = createByteStream({
    stallTimeout: options.stallTimeout,
    onGone: () => {
      heartbeat?.stop()
      options.onGone()
    },
  })
  const heartbeat = options.heartbeat === false ? undefined : startHeartbeat(options.heartbeat, beat)

  function beat(): void {
    // A client that does not read would only pile them up.
    if (!bytes.hungry) return
    if (options.heartbeat !== false && options.heartbeat.kind === 'event' && options.onKeepalive()) return
    bytes.write(comment('keep-alive'))
  }

  return {
    readable: bytes.readable,
    push(event) {
      if (bytes.closed) return
      const padded = obfuscate ? obfuscated(event) : event
      bytes.write(encodeEvent(inErrorShape(padded, errorShape), { eventLine }))
      if (!openers.has(event.type)) heartbeat?.touch()
    },
    room: () => bytes.room(),
    end() {
      heartbeat?.stop()
      if (options.doneSentinel) bytes.write('data: [DONE]\n\n')
      bytes.end()
    },
  }
}

/** Of every streaming answer: nothing between here and the client may hold, compress or keep it. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}
