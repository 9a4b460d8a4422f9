import type { DeltaFields, PartEventFields } from './event-fields.js'

/** A piece of the words in which the model declines. */
export interface ResponseRefusalDeltaEvent extends PartEventFields, DeltaFields {
  type: 'response.refusal.delta'
}

/** The whole refusal. */
export interface ResponseRefusalDoneEvent extends PartEventFields {
  type: 'response.refusal.done'
  refusal: string
}

export type RefusalEvent = ResponseRefusalDeltaEvent | ResponseRefusalDoneEvent
