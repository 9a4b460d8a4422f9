import { MillraceError } from '../errors/millrace-error.js'
import { connectionFailure } from './connection-failure.js'
import { type HeadersInput, mergeHeaders, toFetchHeaders } from './headers.js'
import { redactCause } from '../errors/redact-cause.js'
import { createRedactor, redactLikelyKeys, secretsIn } from './redact.js'
import type { Redact } from '../errors/redact-headers.js'
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
    const key = typeof apiKey === 'function' ? await askForKey(apiKey, redact) : apiKey
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
    if (body !== undefined) init.body = toJSON(body)
    // Looked up late, so that a global that is replaced counts; called without `this`, as browsers insist.
    const { fetch = globalThis.fetch } = options
    const url = buildURL(baseURL, request.path, query, request.query)
    try {
      return checkAnswer(await fetch(url, init))
    } catch (cause) {
      throw connectionFailure(redactCause(cause, redact), describe(request))
    }
  }

  return { send, describe, redact }
}

const jsonContent = { 'content-type': 'application/json' }

function credentials(key: string | null): HeadersInput | undefined {
  return key === null ? undefined : { authorization: `Bearer ${key}` }
}

/** A stand-in for `fetch`, such as a mock without an implementation, may resolve to anything. */
function checkAnswer(answer: unknown): FetchResponse {
  if (isResponse(answer)) return answer
  throw new MillraceError(
    'invalid_argument',
    `\`fetch\` must resolve to a Response, and gave ${kindOf(answer)}.`,
  )
}

/** Not `instanceof`: a polyfill or another realm has a class of its own. */
function isResponse(answer: unknown): answer is FetchResponse {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer
}

function kindOf(value: unknown): string {
  return value === undefined || value === null ? String(value) : `a value of type ${typeof value}`
}

function toJSON(body: object): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MillraceError('invalid_argument', `The parameters cannot be sent as JSON: ${reason}`, { cause })
  }
}

async function askForKey(apiKey: () => string | Promise<string>, redact: Redact): Promise<string> {
  let key: unknown
  try {
    key = await apiKey()
  } catch (thrown) {
    // The key it speaks of may be one that has never been sent.
    const cause = redactCause(thrown, (text) => redactLikelyKeys(redact(text)))
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MillraceError('api_key_unavailable', `The apiKey function failed: ${reason}`, { cause })
  }
  if (typeof key === 'string' && key !== '') return key
  throw new MillraceError(
    'api_key_unavailable',
    'The apiKey function gave no key: it must return a string that is not empty.',
  )
}
