import type { ResponseStreamEvent } from '../events/union.js'
import type { UnknownEvent } from '../events/unknown.js'
import { createFinding, type DiagnosticsOptions, tell } from './finding.js'
import { foldEvent } from './fold-event.js'
import { foldSeverity } from './fold-rule.js'
import { closeFold, type Findings, openFold } from './open-fold.js'
import type { SnapshotState } from './state.js'

/**
 * Folds one event into a state and gives the new state: `state.response` is the response so far,
 * with `output_text`. Neither the state nor the event is changed, and the new state shares with them
 * what stayed the same, so a frozen one is as good as any. States are plain JSON: store one, load
 * it, go on.
 *
 * Tolerates what servers really send and repairs it; `strict` repairs nothing and throws
 * `ProtocolError` at the first breach. In both modes it throws one, with rule `ambiguous-item`,
 * for an event that may belong to several items. For a long stream a `ResponseStream` is cheaper:
 * here every event copies the nodes on its path.
 *
 * @example
 * let state: SnapshotState | undefined
 * for await (const event of stream) state = accumulate(state, event)
 * console.log(state?.response?.output_text)
 */
export function accumulate(
  state: SnapshotState | undefined,
  event: ResponseStreamEvent | UnknownEvent,
  options: DiagnosticsOptions = {},
): SnapshotState {
  const fold = openFold(state, findingsOf(options))
  foldEvent(fold, event)
  return closeFold(fold)
}

/** For one event there is nothing to count. */
function findingsOf(options: DiagnosticsOptions): Findings {
  return {
    strict: options.strict ?? false,
    report: (rule, message, place) => tell(options, createFinding(rule, foldSeverity(rule), message, place)),
  }
}
