import type { DeltaFields, ItemEventFields } from './event-fields.js'

/** A piece of the arguments' JSON text. */
export interface ResponseFunctionCallArgumentsDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.function_call_arguments.delta'
}

/** The whole arguments. A response that ends incomplete may leave them invalid JSON. */
export interface ResponseFunctionCallArgumentsDoneEvent extends ItemEventFields {
  type: 'response.function_call_arguments.done'
  arguments: string
  /** Required by the reference, sent by nobody: take it from the item. */
  name?: string
}

export type FunctionCallEvent =
  | ResponseFunctionCallArgumentsDeltaEvent
  | ResponseFunctionCallArgumentsDoneEvent
