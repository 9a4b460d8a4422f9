import { MillraceError } from '../errors/millrace-error.js'
import { connectionFailure } from './connection-failure.js'
import { type HeadersInput, mergeHeaders, toFetchHeaders } from './headers.js'
import { createRedactor, secretsIn } from './redact.js'
import type { FetchResponse, Transport, TransportRequest } from './transport.js'
import { type BaseURL, buildURL, type Query } from './url.js'

/** Any function that can stand in for the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<FetchResponse>

/** A key; a function is asked for each attempt, so that a short-lived key is always fresh; `null` sends none. */
export type APIKey = string | (() => string | Promise<string>) | null

/** Passed on to `fetch`, such as `credentials`, or `dispatcher` on Node. */
export type FetchOptions = Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal'> & {
  [option: string]: unknown
}

export interface FetchTransportOptions {
  baseURL: BaseURL
  apiKey: APIKey
  headers: HeadersInput | undefined
  query: Query | undefined
  fetch: Fetch | undefined
  fetchOptions: FetchOptions | undefined
}

/** Sends requests with the runtime's `fetch`, or one that was handed in. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  const { baseURL, apiKey, query, fetchOptions } = options
  const { remember, redact } = createRedactor()
  const describe = (request: TransportRequest): string => baseURL.root + request.path

  async function send(
    request: TransportRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<FetchResponse> {
    const key = typeof apiKey === 'function' ? await askForKey(apiKey) : apiKey
    const { method, body } = request
    const headers = toFetchHeaders(
      mergeHeaders(
        credentials(key),
        body && jsonContent,
        request.headers,
        options.headers,
        request.callerHeaders,
      ),
    )
    secretsIn(headers).forEach(remember)
    const init: RequestInit = { ...fetchOptions, method, headers, signal }
    if (body !== undefined) init.body = JSON.stringify(body)
    // Looked up late, so that a global that is replaced counts; called without `this`, as browsers insist.
    const { fetch = globalThis.fetch } = options
    try {
      return await fetch(buildURL(baseURL, request.path, query, request.query), init)
    } catch (cause) {
      throw connectionFailure(cause, describe(request))
    }
  }

  return { send, describe, redact }
}

const jsonContent = { 'content-type': 'application/json' }

function credentials(key: string | null): HeadersInput | undefined {
  return key === null ? undefined : { authorization: `Bearer ${key}` }
}

async function askForKey(apiKey: () => string | Promise<string>): Promise<string> {
  let key: unknown
  try {
    key = await apiKey()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MillraceError('api_key_unavailable', `The apiKey function failed: ${reason}`, { cause })
  }
  if (typeof key === 'string' && key !== '') return key
  throw new MillraceError(
    'api_key_unavailable',
    'The apiKey function gave no key: it must return a string that is not empty.',
  )
}
