import type { ItemEventFields } from './event-fields.js'

/** A file search has begun. */
export interface ResponseFileSearchCallInProgressEvent extends ItemEventFields {
  type: 'response.file_search_call.in_progress'
}

/** The vector stores are being searched. */
export interface ResponseFileSearchCallSearchingEvent extends ItemEventFields {
  type: 'response.file_search_call.searching'
}

/** The search is over. Results come with `response.output_item.done`, if they were asked for. */
export interface ResponseFileSearchCallCompletedEvent extends ItemEventFields {
  type: 'response.file_search_call.completed'
}

export type FileSearchEvent =
  | ResponseFileSearchCallInProgressEvent
  | ResponseFileSearchCallSearchingEvent
  | ResponseFileSearchCallCompletedEvent
