import { encodeEvent } from '../sse/encoder.js'
import type { Store } from '../store/store.js'
import { inErrorShape } from './error-shape.js'
import type { LiveRuns } from './live-runs.js'
import type { ResolvedOptions } from './options.js'
import type { RunEvent } from './run/run-event.js'
import type { RunQueue } from './run/run-queue.js'

/** What all parts of a server share. */
export interface Core {
  options: ResolvedOptions
  store: Store
  live: LiveRuns
  queue: RunQueue
  /** In ms; undefined when no other process shares the store. */
  lease: number | undefined
}

/** A request on its way through the server. */
export interface Exchange extends Core {
  request: Request
  requestId: string
  /** Laid over the answer, whatever it is. */
  answerHeaders: Headers
}

const encoder = new TextEncoder()

/** An event as it is kept and sent, by the options of this server. */
export function encodeFor({ eventLine, errorShape }: ResolvedOptions): (event: RunEvent) => Uint8Array {
  return (event) => encoder.encode(encodeEvent(inErrorShape(event, errorShape), { eventLine }))
}
