import { APIConnectionTimeoutError } from '../errors/connection-error.js'
import { MillraceError } from '../errors/millrace-error.js'
import { connectionFailure } from './connection-failure.js'
import { mergeHeaders } from './headers.js'
import { redactCause } from '../errors/redact-cause.js'
import { createRedactor, redactLikelyKeys } from './redact.js'
import type { Redact } from '../errors/redact-headers.js'
import type { AttemptOptions, FetchResponse, Transport, TransportRequest } from './transport.js'

/** The options of a request that `openai` 6.x and 7.x understand alike. */
export interface OpenAIRequestOptions {
  query?: object
  body?: unknown
  headers?: Record<string, string | null>
  signal?: AbortSignal
  /** They insist on a whole number above 0, in ms. */
  timeout?: number
  maxRetries?: number
}

/** What is needed of an `openai` client: the request methods that it makes public for endpoints it does not know. */
export interface OpenAIClient {
  baseURL: string
  maxRetries: number
  timeout: number
  apiKey?: string | null
  get(path: string, options?: OpenAIRequestOptions): OpenAIPromise
  post(path: string, options?: OpenAIRequestOptions): OpenAIPromise
  delete(path: string, options?: OpenAIRequestOptions): OpenAIPromise
}

export interface OpenAIPromise {
  asResponse(): Promise<FetchResponse>
}

/** The longest they can wait; their own default is no limit of ours. */
const noLimit = 2 ** 31 - 1
/** So that of two clocks ours fires, whose error names the option. In ms. */
const clockMargin = 1_000

const methods = { GET: 'get', POST: 'post', DELETE: 'delete' } as const

/**
 * Sends requests through an `openai` client: its base URL, credentials, headers, proxies and `fetch`.
 * Its retries are off, because ours know what has been delivered, and its clock is behind ours.
 */
export function createOpenAITransport(client: OpenAIClient): Transport {
  const { remember, redact } = createRedactor()
  const describe = (request: TransportRequest): string =>
    client.baseURL.replace(/\/*(\?.*)?$/s, '') + request.path

  async function send(request: TransportRequest, { signal, limit }: AttemptOptions): Promise<FetchResponse> {
    const { method, path, query, body } = request
    if (client.apiKey) remember(client.apiKey)
    const options: OpenAIRequestOptions = {
      query,
      headers: mergeHeaders(request.headers, request.callerHeaders),
      signal,
      timeout: limit > 0 ? Math.ceil(Math.min(limit + clockMargin, noLimit)) : noLimit,
      maxRetries: 0,
    }
    if (body !== undefined) options.body = body
    try {
      return await client[methods[method]](path, options).asResponse()
    } catch (error) {
      return answerIn(error, describe(request), redact)
    }
  }

  return { send, describe, redact }
}

/** Their errors for a status become the response they came from, so that one code path explains both clients' failures. */
function answerIn(error: unknown, target: string, redact: Redact): FetchResponse {
  if (!isTheirAPIError(error))
    throw foreignFailure(redactCause(error, (text) => redactLikelyKeys(redact(text))))
  const { status, headers, message } = error
  if (typeof status !== 'number') throw noAnswer(error, target, redact)
  const bodyless = status === 204 || status === 205 || status === 304
  return new Response(bodyless ? null : bodyIn(error, message.replace(`${status} `, '')), {
    status,
    headers: isHeaders(headers) ? new Headers([...headers]) : {},
  })
}

/** Not `instanceof`: a polyfill or another realm has a class of its own. */
function isHeaders(value: unknown): value is Headers {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

interface TheirAPIError extends Error {
  status: unknown
  headers?: unknown
  error?: unknown
}

/** Their `APIError` and its subclasses all have a `status`, undefined when there was no answer. */
function isTheirAPIError(error: unknown): error is TheirAPIError {
  return error instanceof Error && 'status' in error
}

/** They keep the inner error object of a JSON body, or the text of another body in the message. */
function bodyIn({ error }: TheirAPIError, message: string): string {
  if (error !== undefined && error !== null) return JSON.stringify({ error })
  return message === 'status code (no body)' ? '' : message
}

function noAnswer(error: TheirAPIError, target: string, redact: Redact): MillraceError {
  if (/timed? ?out/i.test(error.message) && error.cause === undefined)
    return new APIConnectionTimeoutError(error.message, { cause: error })
  return connectionFailure(redactCause(error.cause ?? error, redact), target)
}

/** Neither an answer nor a lost connection: no credentials, for example. Another attempt would end the same way. */
function foreignFailure(error: unknown): MillraceError {
  const reason = error instanceof Error ? error.message : String(error)
  return new MillraceError('openai_client_error', `The openai client could not make the request: ${reason}`, {
    cause: error,
  })
}
