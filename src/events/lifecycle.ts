import type { EventFields, ResponseEventFields } from './event-fields.js'

/** The first event of a stream from its beginning. */
export interface ResponseCreatedEvent extends ResponseEventFields {
  type: 'response.created'
}

/** Background runs only: the response waits for its turn. */
export interface ResponseQueuedEvent extends ResponseEventFields {
  type: 'response.queued'
}

/** The response has begun. */
export interface ResponseInProgressEvent extends ResponseEventFields {
  type: 'response.in_progress'
}

/** Terminal. */
export interface ResponseCompletedEvent extends ResponseEventFields {
  type: 'response.completed'
}

/** Terminal. Also ends a cancelled run; then `response.status` is `cancelled`. */
export interface ResponseFailedEvent extends ResponseEventFields {
  type: 'response.failed'
}

/** Terminal: the response ended early, see `response.incomplete_details`. */
export interface ResponseIncompleteEvent extends ResponseEventFields {
  type: 'response.incomplete'
}

/**
 * Something went wrong. Servers send the fields flat, as documented, or nested under `error`, as
 * observed; a decoded event always has the flat ones. A `response.failed` usually follows.
 */
export interface ResponseErrorEvent extends EventFields {
  type: 'error'
  code?: string | null
  message: string
  param?: string | null
  /** The nested object, as it was sent. */
  error?: ResponseErrorDetails | string | null
}

/** The nested form of an error; unknown fields stay in it. */
export interface ResponseErrorDetails {
  type?: string | null
  code?: string | null
  message?: string | null
  param?: string | null
  [field: string]: unknown
}

/** Some servers' only terminal event; `response.status` tells which one it stands for. */
export interface ResponseDoneEvent extends ResponseEventFields {
  type: 'response.done'
}

/** Stands for `response.failed` with status `cancelled`. */
export interface ResponseCancelledEvent extends ResponseEventFields {
  type: 'response.cancelled'
}

/** Some gateways' name for `error`. */
export interface ResponseErrorAliasEvent extends Omit<ResponseErrorEvent, 'type'> {
  type: 'response.error'
}

export type LifecycleEvent =
  | ResponseCreatedEvent
  | ResponseQueuedEvent
  | ResponseInProgressEvent
  | ResponseCompletedEvent
  | ResponseFailedEvent
  | ResponseIncompleteEvent
  | ResponseErrorEvent
  | ResponseDoneEvent
  | ResponseCancelledEvent
  | ResponseErrorAliasEvent
