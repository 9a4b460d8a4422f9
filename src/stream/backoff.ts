import { MillraceError } from '../errors/millrace-error.js'

/** In ms: the wait is random below a cap that doubles with each attempt, between these two. */
export interface BackoffOptions {
  minDelay?: number | undefined
  maxDelay?: number | undefined
}

/**
 * How long to wait before attempt `number` (0 for the first), in ms: what the server asked, or full
 * jitter, for many clients that lost one server must not come back at once.
 */
export function backoff(
  error: unknown,
  number: number,
  { minDelay = 500, maxDelay = 8000 }: BackoffOptions = {},
): number {
  const asked = MillraceError.isInstance(error) ? error.retryAfter : undefined
  return asked ?? Math.random() * Math.min(maxDelay, minDelay * 2 ** number)
}
