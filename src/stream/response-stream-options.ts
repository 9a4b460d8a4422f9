import type { SnapshotState } from '../snapshot/state.js'
import type { Declaring } from '../structured/declarations.js'
import type { StreamOptions } from './options.js'
import type { ReconnectOptions } from './reconnect.js'

/** Options of a `ResponseStream`, however it is opened. */
export interface ResponseStreamOptions extends StreamOptions, Declaring {
  /**
   * How to go on when the connection of a background response is lost; `false`: not at all. A
   * foreground response cannot be resumed, and is not. Default on, see {@link ReconnectOptions}.
   */
  reconnect?: false | ReconnectOptions | undefined
  /** Keep the last partial image of each image call. Default: none is kept, for they are large. */
  keepPartialImages?: 'last' | undefined
  /** Deep-freeze every snapshot that is read: for tests that must not touch one. Costs O(response) a read. */
  freezeSnapshots?: boolean | undefined
}

/** The place of the last event the reader was given. */
export interface Cursor {
  response_id: string
  sequence_number: number
}

/** Where a stream that is resumed begins. */
export interface StreamStart {
  response_id: string
  /** The fold so far: the server is asked only for what comes after it. */
  state?: SnapshotState | undefined
  /** Events up to this number are folded but not delivered. */
  deliverAfter?: number | undefined
}
