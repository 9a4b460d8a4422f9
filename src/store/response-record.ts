import type { ResponseItem } from '../events/input-item-list.js'
import type { ResponseInputItem } from '../events/input-items.js'
import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { ResponseCreateParams } from '../events/params.js'
import type { ResponseStatus, WireResponse } from '../events/response.js'

/** A Response object that says how far it is. */
export type StoredResponse = WireResponse & { status: ResponseStatus }

/** An item of a request's input, after it was given an id. */
export type StoredInputItem = (ResponseInputItem | ResponseItem) & { id: string }

/** An element of a conversation: what was said to the model, or what it produced. */
export type StoredItem = StoredInputItem | ResponseOutputItem

/** What a caller says of a new response. */
export interface NewRecord {
  /** Unguessable; the store only sees to it that it is not taken. */
  id: string
  /** To whom the response belongs. The store returns it and leaves the comparison to the caller. */
  owner: string
  /** The parameters that run, without credentials: whoever takes over the run needs nothing else. */
  request: ResponseCreateParams
  /** The input of this turn alone. Earlier turns are found by walking from parent to parent. */
  input: StoredInputItem[]
  /** The `previous_response_id`. */
  parentId?: string
  /** As it is shown until the first update. */
  response: StoredResponse
  background: boolean
  /** Whether it was created with `stream: true`, so that its log may be streamed. */
  stream: boolean
  /** Plain JSON that belongs to the backend, such as the id its own provider gave the response. */
  backendState?: Record<string, unknown>
  /** In ms, see `RecordPatch.lease`. Default: no lease. */
  lease?: number
}

/** A response as the store has it. All times are Unix times in ms. */
export interface ResponseRecord extends Omit<NewRecord, 'lease'> {
  /** See `Store`. */
  epoch: number
  createdAt: number
  updatedAt: number
  /** From when on `expire()` removes it. */
  expiresAt: number
  /** Until when somebody has said to be at work on it. Absent: nobody has. */
  leaseExpiresAt?: number
}

/** What may change about a response. Fields that are absent or undefined stay as they are. */
export interface RecordPatch {
  /** Replaces the whole object. Once its status is final, it is never replaced again. */
  response?: StoredResponse
  /** Replaces the whole object. */
  backendState?: Record<string, unknown>
  /**
   * In ms from now: for so long nobody else will find this run among the unfinished ones. Renew it,
   * well before it ends, for as long as the run is alive; 0 gives the run up to whoever wants it.
   */
  lease?: number
  /** In ms from now: for how long the response is still kept, in place of the store's `recordRetention`. */
  retention?: number
}

/** An unfinished response, in brief. */
export interface UnfinishedRun {
  id: string
  owner: string
  status: ResponseStatus
  background: boolean
  epoch: number
  createdAt: number
}
