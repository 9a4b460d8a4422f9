import { MillraceError, type MillraceErrorOptions } from './millrace-error.js'
import { retryAfterOf } from './retry-after.js'

/** The body of an error as the API sends it: `{ "error": { message, type, param, code } }`, or its inner object. */
export interface APIErrorBody {
  message?: string | null
  type?: string | null
  param?: string | null
  code?: string | null
  [field: string]: unknown
}

export interface APIErrorInit extends MillraceErrorOptions {
  message: string
  status?: number | undefined
  headers?: Headers | undefined
  error?: APIErrorBody | undefined
  code?: string | null
}

/**
 * The server said no: an HTTP status other than 2xx, an `error` event inside a stream, or an error
 * body where a stream was expected. `code`, `param` and `type` are the server's; `error` is its
 * whole error object, unknown fields included.
 */
export class APIError extends MillraceError<string | null> {
  static override readonly className: string = 'APIError'
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly error: APIErrorBody | undefined
  readonly param: string | null | undefined
  readonly type: string | null | undefined
  readonly requestID: string | null | undefined

  constructor(init: APIErrorInit) {
    super(init.code ?? textOf(init.error?.code) ?? null, init.message, init)
    this.status = init.status
    this.headers = init.headers
    this.error = init.error
    this.param = textOf(init.error?.param)
    this.type = textOf(init.error?.type)
    this.requestID = init.headers?.get('x-request-id')
  }
}

/** 400: the request is wrong; `param` and `message` say where. */
export class BadRequestError extends APIError {
  static override readonly className: string = 'BadRequestError'
}
/** 401: no API key, or one that is not valid. */
export class AuthenticationError extends APIError {
  static override readonly className: string = 'AuthenticationError'
}
/** 403: the key may not do this. */
export class PermissionDeniedError extends APIError {
  static override readonly className: string = 'PermissionDeniedError'
}
/** 404: no such response or model, or it is not yours. */
export class NotFoundError extends APIError {
  static override readonly className: string = 'NotFoundError'
}
/** 409: the state of the resource forbids it. Retryable. */
export class ConflictError extends APIError {
  static override readonly className: string = 'ConflictError'
}
/** 422: the request was understood and cannot be carried out. */
export class UnprocessableEntityError extends APIError {
  static override readonly className: string = 'UnprocessableEntityError'
}
/** 429: too much at once (retryable, see `retryAfter`), or the quota is used up (not retryable). */
export class RateLimitError extends APIError {
  static override readonly className: string = 'RateLimitError'
}
/** 500 and above: the server failed. Retryable. */
export class InternalServerError extends APIError {
  static override readonly className: string = 'InternalServerError'
}

const classByStatus: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
}

/** Codes of a quota that no wait of seconds restores, whatever status they come with. */
const exhausted = new Set(['insufficient_quota', 'usage_limit_reached', 'billing_hard_limit_reached'])
const transient = new Set([
  'rate_limit_exceeded',
  'server_error',
  'too_many_requests',
  'overloaded',
  'server_is_overloaded',
  'slow_down',
])

function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** An error that is told by status: the class the official SDK would throw. */
export function apiErrorFromStatus(
  status: number,
  error: APIErrorBody | undefined,
  headers: Headers | undefined,
  message = textOf(error?.message) ?? 'no message',
): APIError {
  const ErrorClass = classByStatus[status] ?? (status >= 500 ? InternalServerError : APIError)
  return new ErrorClass({
    message: `${status} ${message}`,
    status,
    headers,
    error,
    retryable: isRetryableStatus(status) && !isOneOf(exhausted, error),
    retryAfter: retryAfterOf(headers, error),
  })
}

/** An error that arrived inside a 200 stream, as an `error` event or in a failed response. */
export function apiErrorFromEvent(error: APIErrorBody, status?: number, headers?: Headers): APIError {
  return new APIError({
    message: textOf(error.message) ?? 'The server reported an error inside the stream without a message.',
    status,
    headers,
    error,
    retryable: isTransient(error, status),
    retryAfter: retryAfterOf(undefined, error),
  })
}

function isTransient(error: APIErrorBody, status = 0): boolean {
  return !isOneOf(exhausted, error) && (isOneOf(transient, error) || isRetryableStatus(status))
}

/** Servers put the same word under `code` or `type`. */
function isOneOf(kinds: ReadonlySet<string>, error: APIErrorBody | undefined): boolean {
  return kinds.has(error?.code ?? '') || kinds.has(error?.type ?? '')
}

/** Servers send numbers for codes, and objects for messages: what is not text is shown as JSON. */
function textOf(value: unknown): string | null | undefined {
  return typeof value === 'string' || value === null || value === undefined ? value : JSON.stringify(value)
}
