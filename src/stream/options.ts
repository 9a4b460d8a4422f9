import type { TimeoutOptions } from './watchdog.js'

/** Options of a stream, however it is opened. */
export interface StreamOptions {
  /** Aborts the stream; pending reads and promises reject with `APIUserAbortError`, whose cause is the reason. */
  signal?: AbortSignal | undefined
  /** Repair nothing and throw `ProtocolError` at the first breach of the protocol. Default `false`. */
  strict?: boolean | undefined
  /** In ms; a plain number is `connect`. See {@link TimeoutOptions} for the clocks and their defaults. */
  timeout?: number | TimeoutOptions | undefined
  /** The largest single event, in bytes. Default 64 MiB; 0 means no limit. */
  maxEventSize?: number | undefined
  /** Decodes UTF-8, where the runtime has something faster than `TextDecoder`. Must replace, never throw. */
  decodeText?: ((bytes: Uint8Array) => string) | undefined
}
