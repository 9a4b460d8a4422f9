import type { RefusalEvent } from '../../events/refusal.js'
import { answerText, type ListKind } from '../kinds.js'
import { type Reducers, streams } from '../reducer.js'

const refusal: ListKind = { ...answerText, part: 'refusal', path: ['refusal'] }

export const refusalReducers = {
  ...streams('response.refusal', refusal, 'refusal'),
} satisfies Reducers<RefusalEvent>
