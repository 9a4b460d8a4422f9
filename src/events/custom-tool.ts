import type { DeltaFields, ItemEventFields } from './event-fields.js'

/** A piece of a custom tool's input. */
export interface ResponseCustomToolCallInputDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.custom_tool_call_input.delta'
}

/** The whole input. */
export interface ResponseCustomToolCallInputDoneEvent extends ItemEventFields {
  type: 'response.custom_tool_call_input.done'
  input: string
}

export type CustomToolEvent = ResponseCustomToolCallInputDeltaEvent | ResponseCustomToolCallInputDoneEvent
