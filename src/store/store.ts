import type { EventLogs } from './event-logs.js'
import type { ResponseRecords } from './response-records.js'

/**
 * What is durable on a server: response records, which answer `GET`, `input_items` and
 * `previous_response_id`, and event logs, which answer streams.
 *
 * Every run has an **epoch**, a number that counts who has been responsible for it: 1 for whoever
 * created it, one more for each `takeOver`. All writes name theirs and are refused with `stale_epoch`
 * when it is no longer the run's, so that a writer that was believed dead can do no harm when it wakes.
 *
 * Each method is atomic, across all processes that share the store: it takes effect as a whole or it
 * rejects and has changed nothing. Objects that go in or come out are copies; the bytes of events are not.
 * A store refuses with a `MillraceError` whose `code` is a `StoreErrorCode`; anything else that it
 * rejects with comes from the driver, and means that the outcome is unknown.
 */
export interface Store {
  readonly records: ResponseRecords
  readonly logs: EventLogs
  /**
   * Becomes responsible for a run: raises the epoch of its record and of its log, if `epoch` is still
   * theirs. Of several that try at the same moment, one succeeds. This is how a queued run is claimed,
   * and how one whose process has died is ended (take it over, then append the terminal event).
   *
   * @returns the new epoch; undefined when somebody else was faster, or there is nothing left to do:
   * the response has its final status and its log is closed, or both are gone.
   */
  takeOver(id: string, epoch: number, options?: TakeOverOptions): Promise<number | undefined>
  /**
   * Removes the record and the log. Streams that follow the log end with `log_missing`, and so does
   * the writer. Later responses keep what they say themselves, but their history begins after this one.
   *
   * @returns false when there was neither.
   */
  delete(id: string, options?: DeleteOptions): Promise<boolean>
  /**
   * Removes what has outlived its retention (see `StoreOptions`). Call it about once a minute; a store
   * may also do so by itself.
   */
  expire(): Promise<Expired>
  /** Ends all followers without an error. Nothing may be asked of the store afterwards. What was handed in stays open. */
  close(): Promise<void>
}

export interface TakeOverOptions {
  /** In ms, see `RecordPatch.lease`. Default: no lease. */
  lease?: number
}

export interface DeleteOptions {
  /**
   * Also forget the idempotency key, so that the same request runs anew: right for a run that was
   * refused before it began. Default `false`: the key stays bound, and a retry is told which response it had.
   */
  releaseKey?: boolean
}

/** How much was removed. */
export interface Expired {
  records: number
  logs: number
  keys: number
}

/** Common to all stores. */
export interface StoreOptions {
  /** How long a response is kept after its creation, with its log. In ms; default 30 days. */
  recordRetention?: number
  /** How long a log is kept after its terminal event. In ms; default 10 minutes. */
  logRetention?: number
  /** How long an idempotency key stays bound. In ms; default 24 hours. */
  keyRetention?: number
  /** Most events that a log holds; the oldest go first. 0 means no bound. Default 100,000. */
  maxLogEvents?: number
  /** Most bytes that a log holds; the oldest events go first, the newest stays. 0 means no bound. Default 64 MiB. */
  maxLogBytes?: number
  /** Unix time in ms. Default `Date.now`; replaced in tests. */
  now?: () => number
}
