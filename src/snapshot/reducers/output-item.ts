import type { OutputItemEvent } from '../../events/output-item.js'
import { type Fold, objectIn, report, write } from '../fold.js'
import { type JsonObject, textOf } from '../json.js'
import { checkId, indexOf, insertItem, type ItemPlace, placeOfIndex } from '../locate-item.js'
import { noteCompletion } from '../match-output.js'
import { completeFrom } from '../merge.js'
import { describeItem, normaliseItem } from '../normalise.js'
import type { Reducer, Reducers } from '../reducer.js'
import { rank } from '../state.js'

export const outputItemReducers = {
  'response.output_item.added': withItem(addItem),
  'response.output_item.done': withItem(finishItem),
} satisfies Reducers<OutputItemEvent>

function withItem(reduce: (fold: Fold, item: JsonObject) => void): Reducer {
  return (fold) => {
    const item = objectIn(fold, 'item')
    if (item !== undefined) reduce(fold, normaliseItem(item))
  }
}

function addItem(fold: Fold, item: JsonObject): void {
  const index = indexOf(fold, item.id, [])
  const place = placeOfIndex(fold, index)
  if (place === undefined) insertItem(fold, index, item)
  else addAgain(fold, place, item)
}

/** Relays that connect to their upstream again repeat openings: what is there stays, what is missing is taken. */
function addAgain(fold: Fold, place: ItemPlace, item: JsonObject): void {
  const { value, state, path, statePath } = place
  report(fold, 'duplicate-added')
  if (isConflict(place, item)) return report(fold, 'item-conflict', `${textOf(value.type)} stays`)
  checkId(fold, place, item.id)
  if (state.done) return
  const whole = completeFrom(value, item)
  write(fold, path, whole)
  write(fold, statePath, describeItem(whole, state.index, state.rank, state))
}

function isConflict({ value, state }: ItemPlace, item: JsonObject): boolean {
  return value.type !== item.type || (state.done === true && value.id !== item.id)
}

function finishItem(fold: Fold, sent: JsonObject): void {
  const index = indexOf(fold, sent.id, [sent.type], ({ value }) => value.call_id === sent.call_id)
  const known = placeOfIndex(fold, index)
  if (known === undefined) report(fold, 'item-not-added')
  const place = known ?? insertItem(fold, index, sent)
  if (place === undefined) return
  if (place.state.done && isConflict(place, sent))
    return report(fold, 'item-conflict', `${textOf(place.value.type)} stays`)
  checkId(fold, place, sent.id)
  if (place.value.type !== sent.type) report(fold, 'item-type-changed', textOf(place.value.type))
  const item = noteCompletion(fold, place, sent)
  const id = textOf(place.value.id) || item.id
  write(fold, place.path, id === item.id ? item : { ...item, id })
  write(fold, place.statePath, { ...describeItem(item, index, rank.item), done: true })
}
