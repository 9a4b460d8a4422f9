import type { Response } from '../events/response.js'
import { type Fold, type FoldState, write } from './fold.js'
import { outputText } from './output-text.js'
import type { SnapshotState } from './state.js'

// Here a response changes its type, in and out: what came from a server has the fields it has, and
// inside the fold none is believed before it was looked at.

/** Where findings go, and whether the first breach throws. */
export type Findings = Pick<Fold, 'strict' | 'report'>

/** A fold that goes on from a state, all of which stays as it is. */
export function openFold(given: SnapshotState | undefined, { strict, report }: Findings): Fold {
  const state: object = { version: 1, items: [], ...given }
  return {
    strict,
    report,
    state: state as FoldState,
    owned: new WeakSet(),
    unnumbered: 0,
    changed: true,
    event: {},
    effect: undefined,
    text: undefined,
    located: undefined,
  }
}

/** The response, complete with `output_text`; from then on shared with whoever asked. */
export function readResponse(fold: Fold): Response | undefined {
  const { response } = fold.state
  if (response !== undefined && fold.changed) {
    write(fold, ['response', 'output_text'], outputText(response.output))
    fold.changed = false
    fold.owned = new WeakSet()
  }
  const state: object = fold.state
  return (state as SnapshotState).response
}

/** The state as it is now; what comes later changes copies. */
export function closeFold(fold: Fold): SnapshotState {
  readResponse(fold)
  fold.owned = new WeakSet()
  const state: object = { ...fold.state }
  return state as SnapshotState
}
