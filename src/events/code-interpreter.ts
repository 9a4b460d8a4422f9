import type { DeltaFields, ItemEventFields } from './event-fields.js'

/** A code interpreter call has begun; its code comes next. */
export interface ResponseCodeInterpreterCallInProgressEvent extends ItemEventFields {
  type: 'response.code_interpreter_call.in_progress'
}

/** The code is running. */
export interface ResponseCodeInterpreterCallInterpretingEvent extends ItemEventFields {
  type: 'response.code_interpreter_call.interpreting'
}

/** xAI's name for `response.code_interpreter_call.interpreting`. */
export interface ResponseCodeInterpreterCallExecutingEvent extends ItemEventFields {
  type: 'response.code_interpreter_call.executing'
}

/** The code has run. Its outputs come with `response.output_item.done`. */
export interface ResponseCodeInterpreterCallCompletedEvent extends ItemEventFields {
  type: 'response.code_interpreter_call.completed'
}

/** A piece of the code. */
export interface ResponseCodeInterpreterCallCodeDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.code_interpreter_call_code.delta'
}

/** The whole code, before it runs. */
export interface ResponseCodeInterpreterCallCodeDoneEvent extends ItemEventFields {
  type: 'response.code_interpreter_call_code.done'
  code: string
}

export type CodeInterpreterEvent =
  | ResponseCodeInterpreterCallInProgressEvent
  | ResponseCodeInterpreterCallInterpretingEvent
  | ResponseCodeInterpreterCallExecutingEvent
  | ResponseCodeInterpreterCallCompletedEvent
  | ResponseCodeInterpreterCallCodeDeltaEvent
  | ResponseCodeInterpreterCallCodeDoneEvent
