import type { EventFeed, StreamEvent } from './event-feed.js'

export interface ResumedFeedOptions {
  /** The number of the last event that was delivered before. */
  after: number
  /** Asks for all events from the start, to repair a hole. */
  replay: () => Promise<EventFeed>
  /** The body ended without anything new: where the stream goes on. */
  empty: () => Promise<EventFeed>
  /** Whether an event without a number says something that is already settled. */
  isSettled: (event: StreamEvent) => boolean
}

/**
 * The events of a resumed body that are new. Whatever the server repeats is skipped; if it left some
 * out, all events are fetched again and the missing ones are delivered before anything after them.
 * A replay with the same hole shows that the numbers were never used.
 *
 * Invariants: (1) no number up to `after` is given; (2) the first number given is `after + 1`, unless
 * a replay lacks it as well; (3) numbers only rise; (4) an event without a number is given if it
 * follows a new one, or if the whole body has no numbers and it says something new.
 */
export function createResumedFeed(
  first: EventFeed,
  { after, replay, empty, isSettled }: ResumedFeedOptions,
): EventFeed {
  let feed = first
  let bytesBefore = 0
  let last = after
  let hole = false
  let replayed = false
  let sawNumber = false
  const unnumbered: StreamEvent[] = []
  let ended = false
  /** The feed is what `empty` gave: nothing of it is known yet. */
  let isRest = false

  function take(): StreamEvent | undefined {
    if (isRest) return feed.take()
    for (let event = feed.take(); event !== undefined; event = feed.take()) {
      const number = event.sequence_number
      if (typeof number === 'number') {
        sawNumber = true
        if (number <= last) continue
        hole = number > last + 1 && last === after && !replayed
        if (hole) return undefined
        last = number
        return event
      }
      if (last > after) return event
      if (!sawNumber) unnumbered.push(event)
    }
    return ended && !sawNumber ? takeUnnumbered() : undefined
  }

  function takeUnnumbered(): StreamEvent | undefined {
    const event = unnumbered.shift()
    return event === undefined || !isSettled(event) ? event : takeUnnumbered()
  }

  async function fill(): Promise<boolean> {
    if (hole) {
      hole = false
      replayed = true
      await feed.cancel()
      await goOnWith(replay)
    } else if (ended) {
      return false
    } else if (!(await feed.fill())) {
      ended = true
      if (last > after || isRest) return false
      if (sawNumber || unnumbered.length === 0) {
        await goOnWith(empty)
        isRest = true
      }
    }
    return true
  }

  async function goOnWith(open: () => Promise<EventFeed>): Promise<void> {
    bytesBefore += feed.bytes
    feed = await open()
    ended = false
  }

  return {
    take,
    fill,
    get bytes() {
      return bytesBefore + feed.bytes
    },
    get sawDone() {
      return feed.sawDone
    },
    get headers() {
      return feed.headers
    },
    cancel: (reason) => feed.cancel(reason),
  }
}
