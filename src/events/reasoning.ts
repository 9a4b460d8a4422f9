import type { DeltaFields, PartEventFields, SummaryEventFields } from './event-fields.js'
import type { SummaryTextContent } from './items/content.js'

/** A piece of raw reasoning. */
export interface ResponseReasoningTextDeltaEvent extends PartEventFields, DeltaFields {
  type: 'response.reasoning_text.delta'
}

/** The whole raw reasoning of a part. */
export interface ResponseReasoningTextDoneEvent extends PartEventFields {
  type: 'response.reasoning_text.done'
  text: string
}

/** Open Responses' name for `response.reasoning_text.delta`. */
export interface ResponseReasoningDeltaEvent extends PartEventFields, DeltaFields {
  type: 'response.reasoning.delta'
}

/** Open Responses' name for `response.reasoning_text.done`. */
export interface ResponseReasoningDoneEvent extends PartEventFields {
  type: 'response.reasoning.done'
  text: string
}

/** A part of the summary begins. */
export interface ResponseReasoningSummaryPartAddedEvent extends SummaryEventFields {
  type: 'response.reasoning_summary_part.added'
  part: SummaryTextContent
}

/** A part of the summary is finished. */
export interface ResponseReasoningSummaryPartDoneEvent extends SummaryEventFields {
  type: 'response.reasoning_summary_part.done'
  part: SummaryTextContent
  /** Only when the summary was cut off. */
  status?: 'incomplete'
}

/** A piece of a part of the summary. */
export interface ResponseReasoningSummaryTextDeltaEvent extends SummaryEventFields, DeltaFields {
  type: 'response.reasoning_summary_text.delta'
}

/** The whole text of a part of the summary. */
export interface ResponseReasoningSummaryTextDoneEvent extends SummaryEventFields {
  type: 'response.reasoning_summary_text.done'
  text: string
}

export type ReasoningEvent =
  | ResponseReasoningTextDeltaEvent
  | ResponseReasoningTextDoneEvent
  | ResponseReasoningDeltaEvent
  | ResponseReasoningDoneEvent
  | ResponseReasoningSummaryPartAddedEvent
  | ResponseReasoningSummaryPartDoneEvent
  | ResponseReasoningSummaryTextDeltaEvent
  | ResponseReasoningSummaryTextDoneEvent
