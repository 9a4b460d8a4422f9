import { canonicalType } from '../../events/aliases.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { StreamEvent } from '../../stream/event-feed.js'
import type { BackendEvent, OutputEvent } from '../backend.js'
import { closingItem } from '../run/closing-item.js'
import { isLifecycle, outcomeOf } from '../run/backend-lifecycle.js'
import { createUpstreamItems } from './upstream-items.js'
import { createUpstreamParts } from './upstream-parts.js'
import { innerEvents, withoutPadding } from './upstream-whole-item.js'

/** Turns one event of an upstream into those that a client gets in its place. */
export type Repair = (event: StreamEvent) => BackendEvent[]

/**
 * Mends what upstreams leave out or change: an item or part that was never opened, or never closed, is; an
 * item keeps the first id it had; what was sent twice is dropped; aliases get the names they stand for.
 * Content is not touched, and what cannot be placed is passed on, for the run's own fold to judge.
 */
export function createRepair(): Repair {
  const items = createUpstreamItems()
  const parts = createUpstreamParts(items)

  function added(event: OutputEvent & { item: ResponseOutputItem }, index: number): BackendEvent[] {
    if (items.get(index) !== undefined) return []
    const item = items.add(index, event.item)
    return [Object.assign({}, event, { output_index: index, item })]
  }

  function done(event: OutputEvent & { item: ResponseOutputItem }, index: number): BackendEvent[] {
    const known = items.get(index)
    if (known === undefined) return whole(event.item, index)
    if (known.done) return []
    const item = Object.assign({}, event.item, { id: known.id })
    const outcome = 'status' in item && item.status === 'incomplete' ? 'incomplete' : 'completed'
    const open = items.open.get(index)
    const owed =
      open === undefined
        ? []
        : known.hasContent
          ? closingItem(item, open, outcome)
          : innerEvents(item, index).filter((each) => !open.seen.has(each.type))
    return [...owed.flatMap(track), track(Object.assign({}, event, { output_index: index, item }))].flat()
  }

  /** An item that comes in one piece, as if it had grown. */
  function whole(told: ResponseOutputItem, index: number): BackendEvent[] {
    const item = items.add(index, told)
    return [...innerEvents(item, index, 'with its ends')].flatMap(track)
  }

  function output(event: OutputEvent): BackendEvent[] {
    const index = items.indexOf(event)
    if (index === undefined) return [event]
    if (event.type === 'response.output_item.added') return added(event, index).flatMap(track)
    if (event.type === 'response.output_item.done') return done(event, index)
    return parts.place(event, index).flatMap(track)
  }

  function track<Event extends BackendEvent>(event: Event): Event[] {
    items.track(event)
    return [event]
  }

  function lifecycle(event: Extract<StreamEvent, { response: unknown }> | BackendEvent): BackendEvent[] {
    if (!isLifecycle(event)) return [event]
    // The upstream's own id of the response before is nobody's business.
    const { previous_response_id, ...response } = event.response ?? {}
    if (outcomeOf(event) === undefined || !response.output?.length)
      return [Object.assign({}, event, { response })]
    const missing = response.output.flatMap((item, position) =>
      items.at(position) === undefined ? whole(item, items.nextIndex) : [],
    )
    const told = response.output.map((item, position) => items.named(item, position))
    return [...missing, Object.assign({}, event, { response: { ...response, output: told } })]
  }

  return (received) => {
    const type = canonicalType(received)
    if (type === 'keepalive') return []
    const event: StreamEvent =
      type === undefined || type === received.type ? received : Object.assign({}, received, { type })
    if (isLifecycle(event)) return lifecycle(event)
    if (type === undefined || type === 'error' || !aboutOutput(type)) return [event]
    return output(withoutPadding(event))
  }
}

function aboutOutput(type: string): boolean {
  return !/^(?:response\.)?(?:rate_limits|audio|compaction)\b|^codex\./.test(type)
}
