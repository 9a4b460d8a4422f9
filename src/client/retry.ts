import { APIError } from '../errors/api-error.js'
import type { MillraceError } from '../errors/millrace-error.js'

/** In ms. A server that asks for more is not waited for: the caller gets the error and decides. */
export const longestRetryAfter = 60_000
/** In ms: the backoff is random below a cap that doubles with each retry, between these two. */
const smallestCap = 500
const largestCap = 8_000

/** Whether this failure is worth another attempt: the server's word if it gives one, else the error's nature. */
export function shouldRetry(error: MillraceError): boolean {
  const asked = error instanceof APIError ? error.headers?.get('x-should-retry') : undefined
  if (asked === 'true') return true
  if (asked === 'false') return false
  return error.retryable
}

/** How long to wait before retry number `retry` (0 for the first), in ms: what the server asked, or full jitter. */
export function retryDelay(error: MillraceError, retry: number): number {
  return error.retryAfter ?? Math.random() * Math.min(largestCap, smallestCap * 2 ** retry)
}
