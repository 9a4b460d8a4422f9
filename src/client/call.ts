import { isBrowser, randomKey } from './environment.js'
import type { RequestOptions } from './options.js'
import type { TransportRequest } from './transport.js'
import type { Query } from './url.js'

/** What a method of the API asks for. */
export interface Call {
  method: TransportRequest['method']
  /** Encoded, with a leading slash. */
  path: string
  query?: object | undefined
  body?: object | undefined
  /** The answer is a stream of events. Default `false`. */
  stream?: boolean
  /** The server computes the answer before it sends its headers. Default `false`. */
  slow?: boolean
}

/** A call made ready to be sent, as often as needed: over its retries the idempotency key stays the same. */
export interface PreparedCall {
  request: TransportRequest
  stream: boolean
  slow: boolean
  /** When the stream began that it serves; see `ClockedCall`. */
  startedAt?: number
}

export function prepareCall(call: Call, options: RequestOptions): PreparedCall {
  const { method, path, body, stream = false, slow = false } = call
  const query: Query = { ...call.query, ...options.query }
  const headers = ownHeaders(method, stream, options.idempotencyKey)
  return { request: { method, path, query, body, headers, callerHeaders: options.headers }, stream, slow }
}

function ownHeaders(
  method: string,
  stream: boolean,
  idempotencyKey: string | null | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: stream ? 'text/event-stream' : 'application/json' }
  // A compressed stream is held back by whoever compresses it until a block is full.
  if (stream && !isBrowser()) headers['accept-encoding'] = 'identity'
  // In a browser the header would need the server's permission (CORS), so only who asks for it gets it.
  const key = idempotencyKey === undefined && !isBrowser() ? randomKey() : idempotencyKey
  if (method === 'POST' && key) headers['idempotency-key'] = key
  return headers
}
