import { StreamTruncatedError } from '../errors/stream-error.js'
import type { EventFeed } from './event-feed.js'

/** What an end without a terminal event is called, after so many events of which the last had this number. */
export function truncated(
  { sawDone }: EventFeed,
  events: number,
  sequenceNumber: number | undefined,
): StreamTruncatedError {
  const after = sequenceNumber === undefined ? `after ${events} events` : `after event ${sequenceNumber}`
  const how = sawDone ? 'said [DONE]' : events === 0 ? 'was empty: it ended' : 'ended'
  return new StreamTruncatedError(
    `The stream ${how} ${after} without a terminal event. What arrived is in error.snapshot.`,
  )
}
