import { ProtocolError } from '../errors/stream-error.js'
import { type Fold, insert, type Path, report } from './fold.js'
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
export function placeAt({ state }: Fold, position: number): ItemPlace | undefined {
  const value = state.response?.output[position]
  const itemState = state.items[position]
  return value && itemState && { value, state: itemState, path: ['response', 'output', position], statePath: ['items', position] }
}

export function placeOfIndex(fold: Fold, index: number): ItemPlace | undefined {
  return placeAt(fold, search(fold.state.items, index))
}

/** The item that the event belongs to. One that was never added is made if `make` says so, else there is none. */
export function locateItem(fold: Fold, family: ItemFamily, make: boolean): ItemPlace | undefined {
  const { items, list, path = [''] } = family
  const { item_id } = fold.event
  const fits = ({ value, state }: ItemPlace): boolean => items.includes(textOf(value.type)) && !state.done
  const index = indexOf(fold, item_id, fits, ({ state }) => state.rank === rank.delta)
  const place = placeOfIndex(fold, index)
  if (place === undefined) {
    report(fold, 'item-not-added')
    return make ? insertItem(fold, index, blankItem(items[0], item_id)) : undefined
  }
  checkId(fold, place, item_id)
  // An item of a type that nobody knows may have what the event is about.
  if (items.includes(textOf(place.value.type)) || (list ?? path[0] ?? '') in place.value) return place
  report(fold, 'item-type-mismatch', textOf(place.value.type))
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

/** The first id an item had is the one it keeps: some gateways change it with every event. */
export function checkId(fold: Fold, { value, state }: ItemPlace, id: unknown): void {
  const known = textOf(value.id)
  if (known !== id && known && textOf(id)) report(fold, 'item-id-changed', `${known} is now ${textOf(id)}`, state.index)
}

/**
 * The `output_index` of the event, or, where it is missing, that of the item with its id, or, without
 * one, that of the only item that `fits`, or of the only `preferred` among several. A new id is a new
 * item. Throws `ProtocolError` rather than guess. Costs O(items), for such streams only.
 */
export function indexOf(
  fold: Fold,
  id: unknown,
  fits: (place: ItemPlace) => boolean,
  preferred: (place: ItemPlace) => boolean,
): number {
  const { type, output_index, sequence_number } = fold.event
  if (isIndex(output_index)) return output_index
  report(fold, 'output-index-missing')
  const { items } = fold.state
  const places = items.flatMap((_, position) => placeAt(fold, position) ?? [])
  const named = textOf(id) && places.find(({ value }) => value.id === id)
  if (named) return named.state.index
  const candidates = places.filter((place) => fits(place) && !(textOf(id) && textOf(place.value.id)))
  const [first, ...more] = candidates.length > 1 ? candidates.filter(preferred) : candidates
  if (more.length === 0 && (first !== undefined || candidates.length === 0)) return first?.state.index ?? nextIndex(items)
  throw new ProtocolError('ambiguous-item', `${textOf(type)}: several open items, and neither output_index nor item_id.`, {
    sequenceNumber: isIndex(sequence_number) ? sequence_number : undefined,
  })
}
