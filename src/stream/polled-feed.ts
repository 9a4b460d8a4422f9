import { terminalTypeOf } from '../events/aliases.js'
import type { WireResponse } from '../events/response.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { EventFeed, StreamEvent } from './event-feed.js'
import { synthesiseEvents } from './synthesise.js'

/** Between two requests for a response that is still running, in ms. */
const pollDelay = { min: 2000, max: 10_000 }

export interface PolledFeedOptions {
  retrieve: () => Promise<WireResponse>
  pause: (delay: number) => Promise<void>
  /** Nothing of the response has been delivered: its end alone would not tell what happened. */
  fromStart: boolean
}

/**
 * The end of a response whose events can no longer be had: asks for it until it is terminal, less
 * and less often, and delivers the terminal event, or from the start all events it would have had.
 * None carries a number, for no server gave them one.
 */
export function createPolledFeed({ retrieve, pause, fromStart }: PolledFeedOptions): EventFeed {
  let events: Iterator<ResponseStreamEvent> | undefined
  let delay = 0

  function take(): StreamEvent | undefined {
    const result = events?.next()
    return result?.done ? undefined : result?.value
  }

  /** One request for each call, so that the stream's clocks see that something is going on. */
  async function fill(): Promise<boolean> {
    if (events !== undefined) return false
    if (delay > 0) await pause(delay)
    delay = Math.min(pollDelay.max, Math.max(pollDelay.min, delay * 1.5))
    const response = await retrieve()
    const type = terminalTypeOf(response)
    if (type !== undefined)
      events = fromStart ? withoutNumbers(synthesiseEvents(response)) : [{ type, response }].values()
    return true
  }

  return { take, fill, bytes: 0, headers: undefined, sawDone: false, cancel: () => Promise.resolve() }
}

function* withoutNumbers(events: Iterable<ResponseStreamEvent>): Generator<ResponseStreamEvent> {
  for (const { sequence_number: _number, ...event } of events) yield event
}
