import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseStreamEvent } from '../../events/union.js'
import type { Random } from './random.js'

/** The life of one output item: how it is added, what happens inside it, and what it is in the end. */
export interface ItemScript {
  added: ResponseOutputItem
  events: ResponseStreamEvent[]
  done: ResponseOutputItem
}

/** Writes the script of an item that will stand at `index`. */
export type ItemWriter = (random: Random, index: number) => ItemScript

/** Where the events of an item belong. */
export function placeOf(
  prefix: string,
  index: number,
  random: Random,
): { item_id: string; output_index: number } {
  return { item_id: `${prefix}_${index}${random.token(6)}`, output_index: index }
}
