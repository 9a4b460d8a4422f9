import type { Redact } from '../errors/redact-headers.js'
import type { HeadersInput } from './headers.js'
import type { Query } from './url.js'

/** The `Response` of fetch; the one without this name is the API's object. */
export type FetchResponse = globalThis.Response

/** One HTTP request, before a transport adds what is its own: base URL, credentials, encoding. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL, with a leading slash, encoded. */
  path: string
  query: Query
  /** Sent as JSON. */
  body: object | undefined
  /** What we set. */
  headers: Record<string, string>
  /** What the caller set for this request; wins over everything, and `null` removes. */
  callerHeaders: HeadersInput | undefined
}

export interface AttemptOptions {
  signal: AbortSignal
  /** After how many ms without response headers `signal` will abort; 0 = never. For transports with a clock of their own. */
  limit: number
}

/**
 * How requests reach the server: our own `fetch`, or a client that the user already has.
 */
export interface Transport {
  /**
   * One attempt, no retries. Resolves with any status; rejects with an `APIConnectionError` when
   * there was no answer, or with another `MillraceError` when the request could not be made.
   */
  send(request: TransportRequest, options: AttemptOptions): Promise<FetchResponse>
  /** The URL for messages and hooks: without the query, which may carry credentials. */
  describe(request: TransportRequest): string
  redact: Redact
}
