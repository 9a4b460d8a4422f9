import { MillraceError } from '../errors/millrace-error.js'

/** What an `HTTPError` says. */
export interface HTTPErrorInit {
  /** 400 to 599. */
  status: number
  message: string
  /** Default: the API's name for the status, such as `invalid_request_error` for 400. */
  type?: string
  param?: string | null
  code?: string | null
  /** In ms; sent as a `retry-after` header, in whole seconds. */
  retryAfter?: number
  cause?: unknown
}

/**
 * Refuses a request. Thrown by `authenticate`, `prepare`, `admit`, or by a backend before it has
 * produced anything, it becomes an answer with this status and
 * `{ "error": { message, type, param, code } }`. Thrown by a backend later, when the answer is
 * already a stream, it becomes an `error` event and `response.failed`.
 *
 * The message reaches the client as it is. Any other error becomes a 500 that says nothing about it.
 *
 * @example
 * throw new HTTPError({ status: 429, message: 'One run at a time.', code: 'rate_limit_exceeded', retryAfter: 3000 })
 */
export class HTTPError extends MillraceError<string | null> {
  static override readonly className: string = 'HTTPError'
  readonly status: number
  readonly type: string
  readonly param: string | null

  constructor(init: HTTPErrorInit) {
    super(init.code ?? null, init.message, { cause: init.cause, retryAfter: init.retryAfter })
    this.status = init.status
    this.type = init.type ?? errorTypeOf(init.status)
    this.param = init.param ?? null
  }
}

const errorTypes: Record<number, string> = {
  401: 'invalid_request_error',
  429: 'rate_limit_error',
}

/** The API's `type` for an HTTP status. */
export function errorTypeOf(status: number): string {
  return errorTypes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
}

/** A 400 about the request, as the API words its own. */
export function invalidRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): HTTPError {
  return new HTTPError({ status: 400, message, param, code })
}
