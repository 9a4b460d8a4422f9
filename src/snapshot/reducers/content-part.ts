import type { ContentPartEvent } from '../../events/content-part.js'
import { type Fold, objectIn, report, write } from '../fold.js'
import type { JsonObject } from '../json.js'
import { answerText, type ListKind, reasoningText } from '../kinds.js'
import { complete } from '../merge.js'
import { normalise } from '../normalise.js'
import type { Reducer, Reducers } from '../reducer.js'
import { rank } from '../state.js'
import { locate, settleValue } from '../streamed.js'

export const contentPartReducers = {
  'response.content_part.added': openPart(answerText),
  'response.content_part.done': closePart(answerText),
  'response.reasoning_part.added': openPart(reasoningText),
  'response.reasoning_part.done': closePart(reasoningText),
} satisfies Reducers<ContentPartEvent>

export function openPart(kind: ListKind): Reducer {
  return (fold) => open(fold, kind, partOfEvent(fold, kind))
}

/** Adds an element to a list. One that is there, by a repetition or by its deltas, stays and is completed. */
export function open(fold: Fold, kind: ListKind, element: unknown): void {
  const at = locate(fold, kind, element, true)?.at
  if (at === undefined || at.value === element) return
  report(fold, 'duplicate-added')
  write(fold, at.path, complete(at.value, element, true))
}

export function closePart(kind: ListKind): Reducer {
  return (fold) => {
    const part = partOfEvent(fold, kind)
    const located = locate(fold, kind, part)
    if (located !== undefined) settleValue(fold, located, part, rank.part)
  }
}

function partOfEvent(fold: Fold, { part: type }: ListKind): JsonObject {
  return normalise({ type, ...objectIn(fold, 'part') })
}
