import { noteMismatch, noteReplaced, textIn } from './compare.js'
import { type Fold, report, write } from './fold.js'
import { isObject, textOf } from './json.js'
import { type ListKind, reasoningText, type StreamedKind } from './kinds.js'
import { type ItemPlace, locateItem } from './locate-item.js'
import { locateSlot, type Place } from './locate-slot.js'
import { complete } from './merge.js'
import { normalise } from './normalise.js'
import { rank } from './state.js'

/** What an event is about: an item, or an element of one of its lists. */
export interface Located {
  readonly item: ItemPlace
  readonly at: Place
}

/** Finds what the event is about, and makes what was never opened; an element is made from `value`. */
export function locate(fold: Fold, kind: StreamedKind | ListKind, value: unknown, opens = false): Located | undefined {
  // A part says better than the event's name what sort of item it is in.
  const isReasoning = isObject(value) && value.type === reasoningText.part
  const item = locateItem(fold, isReasoning ? reasoningText : kind, true)
  const at = item && (kind.list === undefined ? item : locateSlot(fold, item, kind.list, value, opens))
  return item && at && { item, at }
}

/** The same for an event that brings a string. */
function locateString(fold: Fold, kind: StreamedKind): (Located & { text: string }) | undefined {
  const blank = 'part' in kind ? normalise({ type: kind.part }) : ''
  const located = locate(fold, kind, blank)
  if (located === undefined) return undefined
  let text: unknown = located.at.value
  for (const key of kind.path) text = isObject(text) ? text[key] : undefined
  if (typeof text !== 'string' && kind.list !== undefined) report(fold, 'part-type-mismatch')
  return { ...located, text: textOf(text) }
}

function writeRank(fold: Fold, { state, statePath }: Place, newRank: number): void {
  if (newRank !== state.rank) write(fold, [...statePath, 'rank'], newRank)
}

/** Reports a field that is not what the reference says. */
export function reportField(fold: Fold, value: unknown, name: string): void {
  report(fold, value === null ? 'field-null' : 'field-invalid', name)
}

/** Appends the event's delta; null counts as empty. Undefined when it was not taken. */
export function append(fold: Fold, kind: StreamedKind, delta = fold.event.delta): Located | undefined {
  if (typeof delta !== 'string') reportField(fold, delta, 'delta')
  const located = typeof delta === 'string' || delta === null ? locateString(fold, kind) : undefined
  if (located === undefined) return undefined
  const { at, text } = located
  if (at.state.rank > rank.delta) {
    report(fold, 'delta-after-done')
    // What was finished with a value stays; what was finished empty is opened again.
    if (text !== '') return undefined
  }
  fold.text = text + textOf(delta)
  write(fold, [...at.path, ...kind.path], fold.text)
  writeRank(fold, at, rank.delta)
  return located
}

/** Takes the finished string that the event brings. Undefined when it was not taken. */
export function settle(fold: Fold, kind: StreamedKind, sent: unknown): Located | undefined {
  if (typeof sent !== 'string') return void reportField(fold, sent, 'value')
  const located = locateString(fold, kind)
  fold.text = sent
  return located && settleValue(fold, located, withString(located.at.value, kind.path, sent), rank.value) ? located : undefined
}

function withString(value: unknown, [key, ...inner]: readonly string[], text: string): unknown {
  const object = isObject(value) ? value : {}
  return key === undefined ? text : { ...object, [key]: withString(object[key], inner, text) }
}

/**
 * Takes a finished value, completed by what was streamed of it, unless one from a higher source is
 * there. Notes what it changes.
 */
export function settleValue(fold: Fold, { item, at }: Located, sent: unknown, newRank: number): boolean {
  const { index } = item.state
  const whole = complete(sent, at.value, true)
  if (newRank < at.state.rank && textIn(at.value) !== '') {
    if (textIn(sent) !== textIn(at.value)) report(fold, 'late-value')
    return false
  }
  noteMismatch(fold, at.value, sent, index)
  noteReplaced(fold, at.value, whole, index, at.state.index)
  write(fold, at.path, whole)
  writeRank(fold, at, newRank)
  return true
}
