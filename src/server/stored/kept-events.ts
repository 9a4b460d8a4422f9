import { DONE, parseEvent } from '../../events/parse.js'
import { SSEDecoder } from '../../sse/decoder.js'
import type { Store } from '../../store/store.js'
import type { Ledger } from '../run/ledger.js'
import type { RunEvent } from '../run/run-event.js'

/** The events that an unfinished log still has, and the number of the one that comes next. */
export interface Kept {
  events: RunEvent[]
  next: number
}

/** What is left of the log; undefined when there is none that could take an end. */
export async function readKept(store: Store, id: string): Promise<Kept | undefined> {
  const state = await store.logs.read(id, Number.MAX_SAFE_INTEGER - 1, { limit: 0 }).catch(() => undefined)
  if (state === undefined || state.closed) return undefined
  const decoder = new SSEDecoder()
  const events: RunEvent[] = []
  for (let cursor = state.retainedFrom - 1; cursor < state.next - 1;) {
    const slice = await store.logs.read(id, cursor)
    if (slice.events.length === 0) break
    cursor = slice.first + slice.events.length - 1
    for (const bytes of slice.events) events.push(...decoder.feed(bytes).flatMap(eventIn))
  }
  return { events, next: state.next }
}

function eventIn(sse: Parameters<typeof parseEvent>[0]): RunEvent[] {
  const event = parseEvent(sse)
  return event === undefined || event === DONE ? [] : [event]
}

/** Folds them once more. What cannot be folded is in the log all the same. */
export function refold(events: readonly RunEvent[], ledger: Ledger): void {
  for (const event of events) {
    try {
      ledger.addVerbatim(event)
    } catch {
      // See above.
    }
  }
}
