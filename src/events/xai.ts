import type { ItemEventFields } from './event-fields.js'

/** xAI begins to search X. */
export interface ResponseXSearchCallInProgressEvent extends ItemEventFields {
  type: 'response.x_search_call.in_progress'
}

/** xAI is searching X. */
export interface ResponseXSearchCallSearchingEvent extends ItemEventFields {
  type: 'response.x_search_call.searching'
}

/** xAI has searched X. */
export interface ResponseXSearchCallCompletedEvent extends ItemEventFields {
  type: 'response.x_search_call.completed'
}

/** xAI begins to run code. */
export interface ResponseCodeExecutionCallInProgressEvent extends ItemEventFields {
  type: 'response.code_execution_call.in_progress'
}

/** xAI is running code. */
export interface ResponseCodeExecutionCallExecutingEvent extends ItemEventFields {
  type: 'response.code_execution_call.executing'
}

/** xAI has run code. */
export interface ResponseCodeExecutionCallCompletedEvent extends ItemEventFields {
  type: 'response.code_execution_call.completed'
}

export type XaiEvent =
  | ResponseXSearchCallInProgressEvent
  | ResponseXSearchCallSearchingEvent
  | ResponseXSearchCallCompletedEvent
  | ResponseCodeExecutionCallInProgressEvent
  | ResponseCodeExecutionCallExecutingEvent
  | ResponseCodeExecutionCallCompletedEvent
