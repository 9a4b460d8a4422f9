import { ProtocolError } from '../errors/stream-error.js'
import { type Fold, insert, type Path, report, reportId } from './fold.js'
import { isIndex, type JsonObject, textOf } from './json.js'
import { blankItem, blankResponse, describeItem } from './normalise.js'
import { type ItemState, type ListName, nextIndex, rank, search } from './state.js'

/** One output item and its state, as they were when it was found. */
export interface ItemPlace {
  readonly value: JsonObject
  readonly state: ItemState
  readonly path: Path
  readonly statePath: Path
}

/** Which items an event may belong to. */
export interface ItemFamily {
  /** The first is what an item is taken for that was never added. */
  readonly items: readonly [string, ...string[]]
  /** What of the item it is about: an element of a list, or a field. */
  readonly list?: ListName
  readonly path?: readonly string[]
}

/** The item at a position. */
export function placeAt({ state: { response, items } }: Fold, position: number): ItemPlace | undefined {
  const value = response?.output[position]
  const state = items[position]
  if (value === undefined || state === undefined) return undefined
  return { value, state, path: ['response', 'output', position], statePath: ['items', position] }
}

export function placeOfIndex(fold: Fold, index: number): ItemPlace | undefined {
  return placeAt(fold, search(fold.state.items, index))
}

/** The item that the event belongs to. One that was never added is made if `make` says so, else there is none. */
export function locateItem(fold: Fold, family: ItemFamily, make: boolean): ItemPlace | undefined {
  const { items, list, path = [''] } = family
  const { item_id } = fold.event
  const index = indexOf(fold, item_id, items, ({ state }) => state.rank === rank.delta)
  const place = placeOfIndex(fold, index)
  if (place === undefined) {
    report(fold, 'item-not-added')
    return make ? insertItem(fold, index, blankItem(items[0], item_id)) : undefined
  }
  checkId(fold, place, item_id)
  // An item of a type that nobody knows may have what the event is about.
  const type = textOf(place.value.type)
  if (items.includes(type) || (list ?? path[0] ?? '') in place.value) return place
  report(fold, 'item-type-mismatch', type)
  return undefined
}

/** Puts an item where its index belongs, so that the output is sorted at all times. */
export function insertItem(fold: Fold, index: number, item: JsonObject): ItemPlace | undefined {
  const position = ~search(fold.state.items, index)
  fold.state.response ??= blankResponse()
  insert(fold, ['response', 'output', position], item)
  insert(fold, ['items', position], describeItem(item, index, rank.delta))
  return placeAt(fold, position)
}

/** The first id an item had is the one it keeps, until the terminal response. */
export function checkId(fold: Fold, { value, state }: ItemPlace, id: unknown): void {
  reportId(fold, 'item-id-changed', value.id, id, state.index)
}

/**
 * The `output_index` of the event, or, where it is missing, that of the item with its id, or, without
 * one, that of the only open item of one of the types, or of the only `preferred` among several. A
 * new id is a new item. Throws `ProtocolError` rather than guess. Costs O(items), for such streams
 * only.
 */
export function indexOf(
  fold: Fold,
  id: unknown,
  types: readonly unknown[],
  preferred: (place: ItemPlace) => boolean = Boolean,
): number {
  const { type, output_index, sequence_number } = fold.event
  if (isIndex(output_index)) return output_index
  report(fold, 'output-index-missing')
  const { items } = fold.state
  const places = items.flatMap((_, position) => placeAt(fold, position) ?? [])
  const named = places.find(({ value }) => textOf(id) && value.id === id)
  if (named !== undefined) return named.state.index
  const open = places.filter(({ value, state }) => {
    return types.includes(value.type) && !state.done && !(textOf(id) && textOf(value.id))
  })
  const [first, second] = open.length > 1 ? open.filter(preferred) : open
  if (second === undefined && (first !== undefined || open.length === 0))
    return first?.state.index ?? nextIndex(items)
  throw new ProtocolError(
    'ambiguous-item',
    `${textOf(type)}: output_index is missing and several items are open.`,
    {
      sequenceNumber: isIndex(sequence_number) ? sequence_number : undefined,
    },
  )
}
