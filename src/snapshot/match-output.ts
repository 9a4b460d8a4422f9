import { noteMismatch, noteReplacedTexts } from './compare.js'
import { type Fold, report } from './fold.js'
import { type JsonObject, textOf } from './json.js'
import { checkId, type ItemPlace, placeAt } from './locate-item.js'
import { completeFrom } from './merge.js'

/**
 * The items of a terminal response, each completed by the one that was streamed: found by its id, or
 * else by position and type, for some servers change ids at the end. The terminal order counts.
 */
export function matchOutput(
  fold: Fold,
  streamed: readonly JsonObject[],
  sent: readonly JsonObject[],
): JsonObject[] {
  const sentIds = new Set(sent.map(idOf))
  const byId = new Map(streamed.map((item, at) => [idOf(item), at]))
  let matched = 0
  let last = -1
  const output = sent.map((item, at) => {
    // An item without an id has a symbol of its own in its place, so it is found by position only.
    const position = byId.get(idOf(item)) ?? (sentIds.has(idOf(streamed[at])) ? -1 : at)
    const place = placeAt(fold, position)
    if (place === undefined || place.value.type !== item.type) return item
    if (position < last) report(fold, 'terminal-order-mismatch')
    last = position
    matched++
    checkId(fold, place, item.id)
    return noteCompletion(fold, place, item)
  })
  if (matched < Math.max(sent.length, streamed.length)) report(fold, 'terminal-output-mismatch')
  return output
}

const idOf = (item: JsonObject | undefined): unknown => textOf(item?.id) || Symbol('no id')

/** A finished item, completed by what was streamed of it. Notes what it changes. */
export function noteCompletion(fold: Fold, { value, state }: ItemPlace, sent: JsonObject): JsonObject {
  const whole = completeFrom(sent, value)
  noteMismatch(fold, value, sent, state.index)
  noteReplacedTexts(fold, state.index, value, whole)
  return whole
}
