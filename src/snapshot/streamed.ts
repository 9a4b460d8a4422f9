import { noteMismatch, noteReplaced, textIn } from './compare.js'
import { type Fold, report, reportField, write } from './fold.js'
import { isObject, textOf } from './json.js'
import { answerText, type ListKind, reasoningText, type StreamedKind, summaryText } from './kinds.js'
import { type ItemPlace, locateItem } from './locate-item.js'
import { locateSlot, type Place } from './locate-slot.js'
import type { LooseEvent } from './loose-event.js'
import { complete } from './merge.js'
import { normalise } from './normalise.js'
import { rank } from './state.js'

const sorts: readonly unknown[] = [answerText.part, reasoningText.part, summaryText.part]

/** What an event is about: an item, or an element of one of its lists. */
export interface Located {
  readonly item: ItemPlace
  readonly at: Place
}

/** Finds what the event is about, and makes what was never opened; an element is made from `value`. */
export function locate(
  fold: Fold,
  kind: StreamedKind | ListKind,
  value: unknown,
  opens = false,
): Located | undefined {
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
  const output_index = located.item.state.index
  fold.located =
    kind.list === undefined ? { output_index } : { output_index, content_index: located.at.state.index }
  let text: unknown = located.at.value
  for (const key of kind.path) text = isObject(text) ? text[key] : undefined
  if (kind.list !== undefined && (typeof text !== 'string' || isOtherSort(located.at.value, kind)))
    report(fold, 'part-type-mismatch')
  return { ...located, text: textOf(text) }
}

/** Some sorts of text are in a field of the same name; what is of no known sort is taken for the right one. */
function isOtherSort(part: unknown, kind: StreamedKind | ListKind): boolean {
  if (!isObject(part) || !('part' in kind)) return false
  return sorts.includes(part.type) && part.type !== kind.part
}

function writeRank(fold: Fold, { state, statePath }: Place, newRank: number): void {
  if (newRank !== state.rank) write(fold, [...statePath, 'rank'], newRank)
}

/** Appends the event's delta; null counts as empty. Undefined when it was not taken. */
export function append(fold: Fold, kind: StreamedKind, delta = fold.event.delta): Located | undefined {
  if (typeof delta !== 'string') reportField(fold, 'delta')
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
export function settle(fold: Fold, kind: StreamedKind, field: keyof LooseEvent): Located | undefined {
  const sent = fold.event[field]
  if (typeof sent !== 'string') reportField(fold, field)
  const located = typeof sent === 'string' ? locateString(fold, kind) : undefined
  if (located === undefined) return undefined
  fold.text = textOf(sent)
  return settleValue(fold, located, sent, rank.value, kind.path, located.text) ? located : undefined
}

/**
 * Takes a finished value, completed by what was streamed of it, unless one from a higher source is
 * there. Notes what it changes. `path` leads to it from what was located.
 */
export function settleValue(
  fold: Fold,
  { item, at }: Located,
  sent: unknown,
  newRank: number,
  path: readonly string[] = [],
  before = at.value,
): boolean {
  const { index } = item.state
  if (newRank < at.state.rank && textIn(before) !== '') {
    if (textIn(sent) !== textIn(before)) report(fold, 'late-value')
    return false
  }
  const whole = complete(sent, before, true)
  noteMismatch(fold, before, sent, index)
  noteReplaced(fold, at.value, whole, index, at.state.index)
  write(fold, [...at.path, ...path], whole)
  writeRank(fold, at, newRank)
  return true
}
