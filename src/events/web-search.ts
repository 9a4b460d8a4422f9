import type { ItemEventFields } from './event-fields.js'

/** A web search has begun. */
export interface ResponseWebSearchCallInProgressEvent extends ItemEventFields {
  type: 'response.web_search_call.in_progress'
}

/** The web is being searched. */
export interface ResponseWebSearchCallSearchingEvent extends ItemEventFields {
  type: 'response.web_search_call.searching'
}

/** The search is over. */
export interface ResponseWebSearchCallCompletedEvent extends ItemEventFields {
  type: 'response.web_search_call.completed'
}

export type WebSearchEvent =
  | ResponseWebSearchCallInProgressEvent
  | ResponseWebSearchCallSearchingEvent
  | ResponseWebSearchCallCompletedEvent
