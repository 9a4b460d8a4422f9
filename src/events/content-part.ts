import type { PartEventFields } from './event-fields.js'
import type { OutputContent } from './items/content.js'

export interface ContentPartEventFields extends PartEventFields {
  part: OutputContent
}

/** A part of a message, or of a reasoning item, begins. */
export interface ResponseContentPartAddedEvent extends ContentPartEventFields {
  type: 'response.content_part.added'
}

/** A part is finished. Its `logprobs` are `[]` even where the deltas had some. */
export interface ResponseContentPartDoneEvent extends ContentPartEventFields {
  type: 'response.content_part.done'
}

/** vLLM's name for `response.content_part.added` in a reasoning item. */
export interface ResponseReasoningPartAddedEvent extends ContentPartEventFields {
  type: 'response.reasoning_part.added'
}

/** vLLM's name for `response.content_part.done` in a reasoning item. */
export interface ResponseReasoningPartDoneEvent extends ContentPartEventFields {
  type: 'response.reasoning_part.done'
}

export type ContentPartEvent =
  | ResponseContentPartAddedEvent
  | ResponseContentPartDoneEvent
  | ResponseReasoningPartAddedEvent
  | ResponseReasoningPartDoneEvent
