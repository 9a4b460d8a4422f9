import type { FoldEffect } from './effect.js'
import { finish } from './finish.js'
import { type Fold, noItem, report } from './fold.js'
import { isIndex, textOf } from './json.js'
import type { LooseEvent } from './loose-event.js'
import { noteError } from './reducers/lifecycle.js'
import { reducers } from './reducers.js'
import { create } from './update.js'

/**
 * Folds one event. Never throws for what an event holds, whatever it is, but for `ProtocolError`:
 * in strict mode at the first breach, and otherwise only where going on would mean to guess. The
 * event is not changed, and what it holds is shared, never written.
 */
export function foldEvent(fold: Fold, event: LooseEvent): FoldEffect | undefined {
  fold.event = event
  fold.effect = fold.text = fold.located = undefined
  const type = textOf(event.type)
  const sequence = checkSequence(fold, event.sequence_number)
  const reduce = reducers.get(type)
  const isError = reduce === noteError
  const isBeside = isError || !type.startsWith('response.') || type.startsWith('response.rate_limits')
  if (fold.state.terminal === undefined) {
    if (fold.state.response === undefined && !isBeside && reduce !== create)
      report(fold, 'created-not-first', '', noItem)
    reduce?.(fold)
  } else if (isError || !isBeside) {
    report(fold, reduce === finish ? 'multiple-terminal-events' : 'event-after-terminal', '', noItem)
  }
  if (sequence !== undefined) fold.state.sequence_number = sequence
  return fold.effect
}

/** The number of the last event, or of one before it: only a greater number moves it. */
function checkSequence(fold: Fold, number: unknown): number | undefined {
  const before = fold.state.sequence_number
  if (!isIndex(number)) {
    fold.unnumbered++
    report(fold, 'sequence-missing', '', noItem)
    return before
  }
  const next = before === undefined ? 0 : before + 1
  if (number < next) {
    report(fold, 'sequence-not-increasing', `${number} after ${next - 1}`, noItem)
    return before
  }
  if (number > next + fold.unnumbered) report(fold, 'sequence-gap', `${number} instead of ${next}`, noItem)
  fold.unnumbered = 0
  return number
}
