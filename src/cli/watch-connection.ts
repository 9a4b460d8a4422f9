import type { ResponseStream } from '../stream/response-stream.js'
import type { Progress } from './render/progress.js'
import type { Screen } from './terminal/screen.js'

/** Says on the status line that the connection was lost, also where it was lost in the middle of a line. */
export function watchConnection(stream: ResponseStream, screen: Screen, progress: Progress): void {
  stream.on('reconnect', ({ via, attempt }) => {
    progress.reconnecting(via)
    // The first attempt follows at once and mostly is all it takes: no line is broken for it.
    if (screen.isWatched && (attempt > 1 || via === 'poll')) screen.rest()
  })
}
