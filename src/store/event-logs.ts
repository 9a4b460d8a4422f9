import type { RecordPatch } from './response-record.js'

/**
 * The events of responses, as bytes that the store does not look into: serialised once by the writer,
 * then shared by everybody who reads them. Nobody may change them afterwards, or transfer their buffer.
 *
 * The events of a log are numbered from 0 without a hole; the number of an event is its
 * `sequence_number`. A **cursor** is the number of the last event that a reader has seen, -1 for none.
 * Reading costs what is returned, wherever in the log it is.
 */
export interface EventLogs {
  /**
   * Opens the log of a run. `records.create` with `log: true` does it for a new response.
   *
   * @throws {MillraceError} `log_exists`; `stale_epoch` when the response is of another epoch.
   */
  open(id: string, epoch: number): Promise<void>
  /**
   * Appends events, the first of which has the number `first`: all of them or none. Readers see them
   * when it resolves, or a little earlier, and never before they are safe.
   *
   * @throws {MillraceError} `log_missing`; `stale_epoch` when somebody else has taken over the run;
   * `log_closed` after the terminal event; `log_gap` when `first` is not the next number (a retry after
   * an unknown outcome learns this way that it had succeeded; `sequenceNumber` of the error is the
   * number of the last event there is). With `record`: what `records.update` throws.
   */
  append(
    id: string,
    epoch: number,
    first: number,
    events: readonly Uint8Array[],
    options?: AppendOptions,
  ): Promise<void>
  /**
   * The events after a cursor, as many as the options allow; none if there are none yet. With
   * `limit: 0` it only tells how the log stands, and whether the cursor can be served.
   *
   * @throws {MillraceError} `log_missing`; `stream_expired` when the next event is no longer kept.
   */
  read(id: string, after: number, options?: ReadOptions): Promise<LogSlice>
  /**
   * The events after a cursor, and those that are appended later, up to and including the terminal
   * one; then it ends. Each comes once, in order. What is there already and what comes live is the same
   * loop, so that there is no seam between them to lose an event in.
   *
   * It reads when it is asked to, and holds one slice at most: a reader that is slow costs nothing. It
   * ends early, without an error, when the signal is aborted, when `return()` is called (also while
   * it waits), and when the store is closed. A cursor beyond the end waits for what comes after it.
   *
   * @throws {MillraceError} from the iteration: `log_missing`, also when the log is deleted meanwhile;
   * `stream_expired`, also when the reader falls behind what the log keeps.
   */
  follow(id: string, after: number, options?: FollowOptions): AsyncIterableIterator<LogSlice, void>
}

export interface AppendOptions {
  /** The last of the events ends the response: the log is closed with it. Default `false`. */
  terminal?: boolean
  /** Changes the record in the same moment, so that whoever has seen the terminal event also finds the final response. */
  record?: RecordPatch
}

export interface ReadOptions {
  /** Most events. Default 256. */
  limit?: number
  /** Most bytes, in sum; a single event may be larger. Default 1 MiB. */
  maxBytes?: number
}

export interface FollowOptions extends ReadOptions {
  signal?: AbortSignal
}

/** A part of a log, and how the log stood when it was read. */
export interface LogSlice {
  /** The number of the first of `events`; without any, the number of the one that is waited for. */
  first: number
  events: readonly Uint8Array[]
  /** The lowest number that the log still has, or will have. */
  retainedFrom: number
  /** The number that the next event will have. */
  next: number
  /** The last event is there: `next` will never be given. */
  closed: boolean
}
