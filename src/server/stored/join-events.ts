import { setImmediate } from 'node:timers'

let last: { events: readonly Uint8Array[]; bytes: Uint8Array } | undefined

/**
 * Events as one chunk for readers who do not keep it: those who follow a run together ask for the same
 * one after the other, and get the same bytes.
 */
export function sharedChunk(events: readonly Uint8Array[]): Uint8Array {
  const [only] = events
  if (events.length === 1 && only !== undefined) return only
  if (last?.events.length === events.length && last.events.every((event, at) => event === events[at]))
    return last.bytes
  const bytes = joined(events)
  last = { events, bytes }
  // Until the end of this turn: afterwards nobody who was woken with the others asks any more.
  setImmediate(forget)
  return bytes
}

function forget(): void {
  last = undefined
}

/** A copy, for whoever may transfer its memory: the events are everybody's. */
export function joined(events: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(events.reduce((size, event) => size + event.byteLength, 0))
  let offset = 0
  for (const event of events) {
    bytes.set(event, offset)
    offset += event.byteLength
  }
  return bytes
}
