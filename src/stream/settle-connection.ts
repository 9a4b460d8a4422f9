import type { EventFeed, StreamEvent } from './event-feed.js'

/** How long a finished stream waits for its body to end before the connection is given up, in ms. */
const linger = 100

/**
 * After the terminal event: shows what else came to `late`, and reads at most once more, so that a
 * body that ends here leaves its connection fit for reuse. Nothing of it changes the outcome.
 */
export async function settleConnection(
  feed: EventFeed,
  late: (event: StreamEvent) => void = () => {},
): Promise<void> {
  const giveUp = setTimeout(() => void feed.cancel(), linger)
  try {
    sweep(feed, late)
    const more = await feed.fill()
    sweep(feed, late)
    if (more) await feed.cancel()
  } catch {
    // A connection that breaks now, or a late event that is wrong, concerns nobody any more.
  } finally {
    clearTimeout(giveUp)
  }
}

function sweep(feed: EventFeed, late: (event: StreamEvent) => void): void {
  for (let event = feed.take(); event !== undefined; event = feed.take()) late(event)
}
