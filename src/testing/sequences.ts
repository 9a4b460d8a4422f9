import type { ResponseStreamEvent } from '../events/union.js'
import { encodeEvent } from '../sse/encoder.js'
import {
  completed,
  created,
  inProgress,
  itemAdded,
  itemDone,
  partAdded,
  partDone,
  textDelta,
  textDone,
} from './event-builders.js'
import { message } from './response-builders.js'

/** The ten events of a plain answer: opened, two deltas of half the text each, closed, completed. */
export function happy(text = 'Hi there'): ResponseStreamEvent[] {
  const characters = [...text]
  const middle = Math.ceil(characters.length / 2)
  return [
    created(),
    inProgress(),
    itemAdded(0),
    partAdded(0, 0),
    textDelta(0, 0, characters.slice(0, middle).join('')),
    textDelta(0, 0, characters.slice(middle).join('')),
    textDone(0, 0, text),
    partDone(0, 0, text),
    itemDone(0, text),
    completed([message(0, text)]),
  ]
}

/** The same events with `sequence_number` counted up from `from`; one that an event brings is kept and counts. */
export function numbered<Event extends object>(
  events: Iterable<Event>,
  from = 0,
): (Event & { sequence_number: number })[] {
  let next = from
  return [...events].map((event) => {
    const sequence_number =
      'sequence_number' in event && typeof event.sequence_number === 'number' ? event.sequence_number : next
    next++
    return { ...event, sequence_number }
  })
}

/** Events as the bytes of a response body. `eventLine: false` leaves the `event:` lines out. */
export function toSSE(
  events: Iterable<{ type: string }>,
  options: { eventLine?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode([...events].map((event) => encodeEvent(event, options)).join(''))
}
