import type { ReasoningEvent } from '../../events/reasoning.js'
import { reasoningText, summaryText } from '../kinds.js'
import { type Reducers, streams } from '../reducer.js'
import { closePart, openPart } from './content-part.js'

export const reasoningReducers = {
  ...streams('response.reasoning_text', reasoningText, 'text'),
  ...streams('response.reasoning', reasoningText, 'text'),
  ...streams('response.reasoning_summary_text', summaryText, 'text'),
  'response.reasoning_summary_part.added': openPart(summaryText),
  'response.reasoning_summary_part.done': closePart(summaryText),
} satisfies Reducers<ReasoningEvent>
