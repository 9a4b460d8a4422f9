import { APIError } from '../errors/api-error.js'
import type { MillraceError } from '../errors/millrace-error.js'

/** In ms. A server that asks for more is not waited for: the caller gets the error and decides. */
export const longestRetryAfter = 60_000

/** Whether this failure is worth another attempt: the server's word if it gives one, else the error's nature. */
export function shouldRetry(error: MillraceError): boolean {
  const asked = error instanceof APIError ? error.headers?.get('x-should-retry') : undefined
  if (asked === 'true') return true
  if (asked === 'false') return false
  return error.retryable
}
