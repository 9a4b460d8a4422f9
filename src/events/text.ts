import type { DeltaFields, PartEventFields } from './event-fields.js'
import type { Logprob } from './items/content.js'

/** A piece of the answer's text. */
export interface ResponseTextDeltaEvent extends PartEventFields, DeltaFields {
  type: 'response.output_text.delta'
  /** Empty, null or absent unless the request included `message.output_text.logprobs`. */
  logprobs?: Logprob[] | null
}

/** The whole text of a part. */
export interface ResponseTextDoneEvent extends PartEventFields {
  type: 'response.output_text.done'
  text: string
  logprobs?: Logprob[] | null
}

/** A citation; it comes between the deltas of the text it belongs to. */
export interface ResponseOutputTextAnnotationAddedEvent extends PartEventFields {
  type: 'response.output_text.annotation.added'
  annotation_index: number
  /** An `Annotation`, or null. The official types of 6.x leave it open, so ask `isAnnotation` before use. */
  annotation: unknown
}

export type TextEvent =
  | ResponseTextDeltaEvent
  | ResponseTextDoneEvent
  | ResponseOutputTextAnnotationAddedEvent
