import { type Fold, insert, type Path, report, write } from './fold.js'
import { isIndex } from './json.js'
import type { ItemPlace } from './locate-item.js'
import { listOf, pathOfList } from './normalise.js'
import { type ListName, nextIndex, rank, search, type SlotState } from './state.js'

/** An element of a list in an item, and its state, as they were when it was found; or the item itself. */
export interface Place {
  readonly value: unknown
  readonly state: SlotState
  readonly path: Path
  readonly statePath: Path
}

/**
 * The element that the event is about. Where it is missing it is made from `value`: by the event that
 * `opens` it, or, which is a finding, by another that needs it. Undefined, after a finding, when the
 * item is finished.
 */
export function locateSlot(
  fold: Fold,
  item: ItemPlace,
  list: ListName,
  value: unknown,
  opens: boolean,
): Place | undefined {
  const slots = item.state[list] ?? []
  const isOpen = (slot: SlotState): boolean => slot.rank < rank.part
  const next = nextIndex(slots)
  const sent = fold.event[`${list}_index`]
  const index = isIndex(sent) ? sent : opens ? next : (slots.filter(isOpen).at(-1)?.index ?? 0)
  if (index !== sent) report(fold, `${list}-index-invalid`)
  const found = search(slots, index)
  const position = Math.max(found, ~found)
  const path = [...item.path, ...pathOfList(item.value, list), position]
  const statePath = [...item.statePath, list, position]
  const state = slots[found]
  if (state !== undefined) return { value: listOf(item.value, list)?.[found], state, path, statePath }
  if (item.state.done && next > 0) {
    report(fold, 'delta-after-done')
    return undefined
  }
  // Commands that run at once begin their output as they can.
  const mayLeaveGap = item.value.type === 'shell_call_output'
  if (opens ? index > next && !mayLeaveGap : slots.some(isOpen))
    report(fold, `${list}-index-invalid`, `${index}`)
  else if (!opens) report(fold, `${list}-part-missing`, `${index}`)
  const made: SlotState = { index, rank: rank.delta }
  // Without slots, what is in the field is no list that events address.
  if (next === 0) write(fold, path.slice(0, -1), [])
  insert(fold, path, value)
  insert(fold, statePath, made)
  return { value, state: made, path, statePath }
}
