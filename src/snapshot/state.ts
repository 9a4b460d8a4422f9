import type { Response } from '../events/response.js'
import type { JsonObject } from './json.js'

/** What a value was taken from. A higher one wins over a lower one, whichever came first. */
export const rank = { delta: 0, value: 1, part: 2, item: 3 } as const

/** What is known of one place of the output besides its content. */
export interface SlotState {
  /** The wire's index. Lists are dense and sorted by it, so it may be greater than the position. */
  index: number
  /** What the streamed string of this place was taken from, see `rank`. */
  rank: number
}

/** The lists in an item that events address by an index: its parts, its summary's, and a shell's commands or their output. */
export type ListName = 'content' | 'summary' | 'command'

/** The same for one output item. Its `rank` is that of its own string: arguments, input, code, diff. */
export interface ItemState extends SlotState, Partial<Record<ListName, SlotState[]>> {
  done?: true
  /** The last preview of an image, in base64; only with `keepPartialImages`. */
  partial_image?: string
}

export type TerminalType = 'response.completed' | 'response.failed' | 'response.incomplete'

/**
 * A fold at rest, as plain JSON: what `accumulate` takes and gives and a checkpoint holds.
 * `response` is the snapshot; it is absent until an event has told of one.
 */
export interface SnapshotState {
  version: 1
  response?: Response
  /** One entry for each of `response.output`, at the same position. */
  items: ItemState[]
  /** The greatest number folded so far. */
  sequence_number?: number
  /** `response.created` has come. */
  created?: true
  /** The terminal event that has come; nothing changes after it. */
  terminal?: TerminalType
  /** Of an `error` event: what a failed response without an error of its own will say. */
  error?: JsonObject
}

/** The position of an index in a sorted list, or, where it is missing, `~position` where it belongs. */
export function search(slots: readonly SlotState[], index: number): number {
  if (slots[index]?.index === index) return index
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    const found = slots[middle]?.index ?? 0
    if (found === index) return middle
    if (found < index) low = middle + 1
    else high = middle
  }
  return ~low
}

/** The index after the last one. */
export function nextIndex(slots: readonly SlotState[]): number {
  return (slots.at(-1)?.index ?? -1) + 1
}
