import { roleOf } from '../events/catalogue.js'
import { rank, search, type SnapshotState } from '../snapshot/state.js'
import type { StreamEvent } from './event-feed.js'

/** Whether an event tells of a place of the output that is finished already, or only opens what is open. */
export function isSettled(event: StreamEvent, { items }: SnapshotState): boolean {
  if (roleOf(event) === 'lifecycle') return items.length > 0
  const output = indexOf(event, 'output_index')
  const item = output === undefined ? undefined : items[search(items, output)]
  if (item === undefined) return false
  if (item.done || event.type === 'response.output_item.added') return true
  const content = indexOf(event, 'content_index')
  if (content === undefined) return item.rank >= rank.value
  const slots = item.content ?? []
  const slot = slots[search(slots, content)]
  return slot !== undefined && (slot.rank >= rank.part || event.type === 'response.content_part.added')
}

function indexOf(event: StreamEvent, name: 'output_index' | 'content_index'): number | undefined {
  const value: unknown = Reflect.get(event, name)
  return typeof value === 'number' ? value : undefined
}
