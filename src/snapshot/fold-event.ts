import type { FoldEffect } from './effect.js'
import { type Fold, noItem, report } from './fold.js'
import { isIndex, textOf } from './json.js'
import type { LooseEvent } from './loose-event.js'
import { reducers } from './reducers.js'

/**
 * Folds one event. Never throws for what an event holds, whatever it is, but for `ProtocolError`:
 * in strict mode at the first breach, and otherwise only where going on would mean to guess. The
 * event is not changed, and what it holds is shared, never written.
 */
export function foldEvent(fold: Fold, event: LooseEvent): FoldEffect | undefined {
  fold.event = event
  fold.effect = fold.text = undefined
  const type = textOf(event.type)
  const sequence = checkSequence(fold, event.sequence_number)
  if (fold.state.terminal === undefined) {
    if (fold.state.response === undefined && belongsToResponse(type) && type !== 'response.created') {
      report(fold, 'created-not-first', '', noItem)
    }
    reducers.get(type)?.(fold)
  } else if (belongsToResponse(type) || isError(type)) {
    report(fold, isTerminal(type) ? 'multiple-terminal-events' : 'event-after-terminal', '', noItem)
  }
  fold.state.sequence_number = sequence
  return fold.effect
}

const isTerminal = (type: string): boolean => /^response\.(completed|failed|incomplete|cancelled|done)$/.test(type)
const isError = (type: string): boolean => /^(response\.)?error$/.test(type)

/** Keepalives, limits and whatever vendors put beside the response may come before it and after its end. */
const belongsToResponse = (type: string): boolean => /^response\.(?!error$|rate_limits\.)/.test(type)

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
