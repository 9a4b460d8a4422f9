import type { Response } from '../events/response.js'
import { type Fold, type FoldState, write } from './fold.js'
import { isObject, type JsonObject, textOf } from './json.js'
import { listOf } from './normalise.js'
import type { SnapshotState } from './state.js'

/** Where findings go, and whether the first breach throws. */
export type Findings = Pick<Fold, 'strict' | 'report'>

/** A fold that goes on from a state, all of which stays as it is. */
export function openFold(state: SnapshotState | undefined, { strict, report }: Findings): Fold {
  return {
    strict,
    report,
    state: foldState({ version: 1, items: [], ...state }),
    owned: new WeakSet(),
    unnumbered: 0,
    changed: true,
    event: {},
    effect: undefined,
    text: undefined,
  }
}

/** The response, complete with `output_text`; from then on shared with whoever asked. */
export function readResponse(fold: Fold): Response | undefined {
  const { response } = fold.state
  if (response !== undefined && fold.changed) {
    write(fold, ['response', 'output_text'], answerOf(response.output))
    fold.changed = false
    fold.owned = new WeakSet()
  }
  return snapshotState(fold.state).response
}

/** Ropes are joined as they are: nothing is flattened here. */
function answerOf(output: readonly JsonObject[]): string {
  let text = ''
  for (const item of output) {
    if (item.type !== 'message') continue
    for (const part of listOf(item, 'content') ?? []) if (isObject(part) && part.type === 'output_text') text += textOf(part.text)
  }
  return text
}

/** The state as it is now; what comes later changes copies. */
export function closeFold(fold: Fold): SnapshotState {
  readResponse(fold)
  fold.owned = new WeakSet()
  return snapshotState({ ...fold.state })
}

// The two places where a response changes its type: what came from a server has the fields it has, and
// inside the fold none is believed before it was looked at.

function snapshotState(state: object): SnapshotState {
  return state as SnapshotState
}

function foldState(state: object): FoldState {
  return state as FoldState
}
