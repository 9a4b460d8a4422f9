import type { EventFields } from './event-fields.js'
import type { ResponseOutputItem } from './items/output-item.js'

export interface OutputItemEventFields extends EventFields {
  output_index: number
  item: ResponseOutputItem
}

/** An item begins. Several may be open at once. */
export interface ResponseOutputItemAddedEvent extends OutputItemEventFields {
  type: 'response.output_item.added'
}

/** An item is finished; `item` is the whole of it. */
export interface ResponseOutputItemDoneEvent extends OutputItemEventFields {
  type: 'response.output_item.done'
}

export type OutputItemEvent = ResponseOutputItemAddedEvent | ResponseOutputItemDoneEvent
