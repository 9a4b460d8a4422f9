import { pause } from './pause.js'
import { splitFrames } from './split-frames.js'

/** How a recorded stream is played. */
export interface ReplayOptions {
  /** How fast the frames follow one another. Default: as fast as they are read. */
  pace?: { framesPerSecond: number } | { msPerFrame: number }
  /** Bytes per write, wherever that cuts. Default: one frame per write. */
  chunkSize?: number
  /** Ends the replay early; it then simply stops. */
  signal?: AbortSignal
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Plays recorded bytes as they are: no event is numbered, repaired or even parsed. The bytes of each
 * step are a frame, or `chunkSize` bytes; a paced replay waits before each frame but the first.
 *
 * @example
 * for await (const bytes of replayCapture(await readCapture('stream.sse'), { pace: { framesPerSecond: 30 } })) …
 */
export async function* replayCapture(
  capture: Uint8Array,
  options: ReplayOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const wait = msPerFrame(options.pace)
  const { chunkSize, signal } = options
  // Unpaced, frames say nothing about time, and a chunk may reach over several of them.
  const frames = wait === 0 && chunkSize !== undefined ? [capture] : splitFrames(capture)
  for (const [index, frame] of frames.entries()) {
    if (index > 0 && wait > 0) await pause(wait, signal)
    for (const chunk of chunksOf(frame, chunkSize)) {
      if (signal?.aborted) return
      yield chunk
    }
  }
}

/** The same as the answer of a streaming server. Cancelling its body ends the replay. */
export function replayResponse(capture: Uint8Array, options: ReplayOptions = {}): Response {
  const stop = new AbortController()
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal])
  const chunks = replayCapture(capture, { ...options, signal })
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (stop.signal.aborted) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: eventStreamHeaders })
}

function msPerFrame(pace: ReplayOptions['pace']): number {
  if (pace === undefined) return 0
  return 'msPerFrame' in pace ? pace.msPerFrame : 1000 / pace.framesPerSecond
}

function* chunksOf(bytes: Uint8Array, size = bytes.length): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
