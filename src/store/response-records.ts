import type { ItemPage, ItemPageQuery } from './item-page.js'
import type { NewRecord, RecordPatch, ResponseRecord, StoredItem, UnfinishedRun } from './response-record.js'

/** The responses of a store. */
export interface ResponseRecords {
  /**
   * Stores a new response, with epoch 1. With an idempotency key that its owner has used before,
   * nothing is stored: see `CreateResult`. However many do so at the same moment, one creates.
   *
   * @throws {MillraceError} `record_exists` (or `log_exists`, with `log`) when the id is taken.
   */
  create(record: NewRecord, options?: CreateOptions): Promise<CreateResult>
  /** The response whoever owns it, or undefined. */
  read(id: string): Promise<ResponseRecord | undefined>
  /**
   * Changes a response.
   *
   * @throws {MillraceError} `record_missing`; `stale_epoch` when somebody else has taken over the run;
   * `record_final` when the patch replaces a response whose status is final.
   */
  update(id: string, epoch: number, patch: RecordPatch): Promise<void>
  /**
   * What the model of this response was given: the conversation before it, then its own input. Newest
   * first unless `order` says otherwise; an item that occurs again counts once, where it came first.
   *
   * @returns undefined when there is no such response.
   * @throws {MillraceError} `item_missing` when `after` or `before` is none of the items.
   */
  listInputItems(id: string, query?: ItemPageQuery): Promise<ItemPage | undefined>
  /**
   * The conversation up to and including this response, oldest first: the input and the output of each
   * turn. It begins after the nearest ancestor that was deleted or belongs to another owner.
   *
   * @returns undefined when there is no such response.
   */
  history(id: string): Promise<StoredItem[] | undefined>
  /**
   * The responses that have no final status and on which nobody is at work (no lease, or it has run
   * out), oldest first: the queue, and what a crash has left behind. `takeOver` makes one yours.
   */
  listUnfinished(options?: ListUnfinishedOptions): Promise<UnfinishedRun[]>
}

export interface CreateOptions {
  /** Binds the key of this owner to the new response. */
  idempotency?: IdempotencyKey
  /** Also opens the event log of the response, so that whoever finds the one finds the other. Default `false`. */
  log?: boolean
}

export interface IdempotencyKey {
  key: string
  /** Of the body of the request: what makes two requests the same. */
  hash: string
}

/**
 * What became of a `create`:
 * - `created`: it is stored.
 * - `existing`: the key was used before, for the same request, and is bound to the response `id`.
 *   `record` is undefined when that has been deleted since.
 * - `conflict`: the key was used before, for another request, and is bound to the response `id`.
 */
export type CreateResult =
  | { outcome: 'created'; record: ResponseRecord }
  | { outcome: 'existing'; id: string; record: ResponseRecord | undefined }
  | { outcome: 'conflict'; id: string }

export interface ListUnfinishedOptions {
  /** Default 100. */
  limit?: number
}
