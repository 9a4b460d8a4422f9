import { pause } from '../../capture/pause.js'
import type { Backend, BackendEvent, BackendRun } from '../backend.js'

/** Options of `scriptBackend`. */
export interface ScriptOptions {
  /** Send the events as they are given: numbers, Response objects and key order included. Default `false`. */
  verbatim?: boolean
  /** In ms, between two events. Default 0. */
  pace?: number
}

/**
 * A backend that plays a script: a list of events, or a function that yields them or uses the writer.
 * It plays the same to every request.
 *
 * @example
 * scriptBackend(async ({ writer }) => {
 *   await writer.message().text('Hello')
 *   await writer.complete()
 * })
 */
export function scriptBackend(
  script: readonly BackendEvent[] | Backend['respond'],
  options: ScriptOptions = {},
): Backend {
  const { verbatim = false, pace = 0 } = options
  return {
    verbatim,
    respond: (run) => (typeof script === 'function' ? script(run) : play(script, run, pace)),
  }
}

async function* play(
  events: readonly BackendEvent[],
  run: BackendRun,
  pace: number,
): AsyncGenerator<BackendEvent, void, undefined> {
  for (const [index, event] of events.entries()) {
    if (index > 0 && pace > 0) await pause(pace, run.signal)
    if (run.signal.aborted) return
    yield event
  }
}
