import { APIError } from './api-error.js'
import type { MillraceErrorOptions } from './millrace-error.js'

/** No answer, or an answer that broke off: refused, reset, a body that ended in an error. Retryable. */
export class APIConnectionError extends APIError {
  static override readonly className: string = 'APIConnectionError'
  constructor(message = 'Connection error.', options: MillraceErrorOptions & { code?: string } = {}) {
    super({ retryable: true, code: 'connection_error', ...options, message })
  }
}

/** The response headers did not arrive in time (`timeout.connect`). Retryable. */
export class APIConnectionTimeoutError extends APIConnectionError {
  static override readonly className: string = 'APIConnectionTimeoutError'
  constructor(message = 'Request timed out.', options: MillraceErrorOptions = {}) {
    super(message, { code: 'connection_timeout', ...options })
  }
}

/** The caller aborted: a signal, `abort()`, `break` or dispose. `cause` is the reason given. */
export class APIUserAbortError extends APIError {
  static override readonly className: string = 'APIUserAbortError'
  constructor(message = 'Request was aborted.', options: MillraceErrorOptions = {}) {
    super({ code: 'aborted', ...options, message })
  }
}
