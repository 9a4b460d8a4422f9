import type { TextEvent } from '../../events/text.js'
import { type Fold, objectIn, report, write } from '../fold.js'
import { isObject, isSameJson } from '../json.js'
import { answerText } from '../kinds.js'
import { normalise } from '../normalise.js'
import type { Reducers } from '../reducer.js'
import { append, locate, type Located, settle } from '../streamed.js'

export const textReducers = {
  'response.output_text.delta': (fold) => takeLogprobs(fold, append(fold, answerText), true),
  'response.output_text.done': (fold) => takeLogprobs(fold, settle(fold, answerText, 'text'), false),
  'response.output_text.annotation.added': addAnnotation,
} satisfies Reducers<TextEvent>

function listIn(part: unknown, field: string): unknown[] {
  const list = isObject(part) ? part[field] : undefined
  return Array.isArray(list) ? list : []
}

/** Those of the deltas stay where the end brings none, as it mostly does. */
function takeLogprobs(fold: Fold, located: Located | undefined, isMore: boolean): void {
  const { logprobs } = fold.event
  if (located === undefined || !Array.isArray(logprobs) || logprobs.length === 0) return
  const path = [...located.at.path, 'logprobs']
  const start = listIn(located.at.value, 'logprobs').length
  if (isMore) logprobs.forEach((logprob, more) => write(fold, [...path, start + more], logprob))
  else write(fold, path, logprobs)
}

/** Appended, whatever its index, unless it is there already: then the event is a repetition. */
function addAnnotation(fold: Fold): void {
  // Open Responses allows null, whatever it may mean.
  if (fold.event.annotation === null) return report(fold, 'field-null', 'annotation')
  const annotation = objectIn(fold, 'annotation')
  const at = annotation && locate(fold, answerText, normalise({ type: answerText.part }))?.at
  if (at === undefined) return
  const list = listIn(at.value, 'annotations')
  if (fold.event.annotation_index !== list.length) {
    report(fold, 'annotation-index-invalid', `after ${list.length} others`)
    if (list.some((other) => isSameJson(other, annotation))) return
  }
  write(fold, [...at.path, 'annotations', list.length], annotation)
}
