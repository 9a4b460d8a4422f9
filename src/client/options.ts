import type { MillraceError } from '../errors/millrace-error.js'
import type { StreamOptions } from '../stream/options.js'
import type { TimeoutOptions } from '../stream/watchdog.js'
import type { HeadersInput } from './headers.js'
import type { Query } from './url.js'

/** Options of one call; they win over the client's. */
export interface RequestOptions {
  /** Aborts the request, its retries and the reading of its body; the error's `cause` is the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * In ms; 0 = no limit. A number is the time an attempt may take: to the response headers of a
   * stream, to the whole answer otherwise. As an object it names the clock: for a call that does
   * not stream, `connect` is the time to the headers (of `create` by default that of `firstEvent`,
   * because such headers come when the answer is ready), `firstEvent` the time from there to the
   * whole body, `total` everything with all retries.
   */
  timeout?: number | TimeoutOptions | undefined
  /** How often a request that failed before any event is sent again. Default 2; 0 = never. */
  maxRetries?: number | undefined
  /** Extra headers; `null` removes one that would be sent. */
  headers?: HeadersInput | undefined
  /** Extra query parameters. */
  query?: Query | undefined
  /** Default: a fresh UUID for each POST, the same over its retries; none in browsers. `null` sends none. */
  idempotencyKey?: string | null | undefined
  /** Throw on the first breach of the protocol instead of repairing it. Default: the client's. */
  strict?: boolean | undefined
}

/** Options of a call that streams. */
export interface StreamRequestOptions extends RequestOptions, Omit<StreamOptions, keyof RequestOptions> {}

/** What a hook is told about one attempt. Never a header or a query: both may carry credentials. */
export interface RequestInfo {
  method: string
  url: string
  /** 1 for the first. */
  attempt: number
}

/** Called in the course of a request, before anything else happens; what a hook throws fails the call. */
export interface ClientHooks {
  onRequest?: (info: RequestInfo) => void
  /** Any status. `elapsed` in ms since the attempt began. */
  onResponse?: (info: RequestInfo & { status: number; requestID: string | null; elapsed: number }) => void
  /** `error` is what this attempt failed with, `delay` the wait before the next, in ms. */
  onRetry?: (info: RequestInfo & { error: MillraceError; delay: number }) => void
}

/** What both kinds of client share. */
export interface CallDefaults {
  /** See `RequestOptions.maxRetries`. Default 2. */
  maxRetries?: number | undefined
  /** See `RequestOptions.timeout`. Defaults: see `TimeoutOptions`. */
  timeout?: number | TimeoutOptions | undefined
  /** See `RequestOptions.strict`. Default `false`. */
  strict?: boolean | undefined
  hooks?: ClientHooks | undefined
}
