import { APIConnectionTimeoutError } from '../errors/connection-error.js'
import type { MillraceError } from '../errors/millrace-error.js'
import { abortError, linkAbort } from '../stream/link-abort.js'
import { longestDelay } from '../stream/pause.js'

const abandoned = new FinalizationRegistry<() => void>((unlink) => unlink())

/** For what has been handed out and has no end that we would see: the listener goes with its owner. */
export function linkAbortWhileReachable(
  owner: object,
  signal: AbortSignal | undefined,
  abort: (reason: unknown) => void,
): void {
  abandoned.register(owner, linkAbort(signal, abort))
}

/** One clock: how long, in ms (0 = no limit), and what to say when it runs out. */
export interface Clock {
  limit: number
  expired: () => MillraceError
}

/** For work that ends by itself. */
export const noClock: Clock = { limit: 0, expired: () => new APIConnectionTimeoutError() }

/**
 * Runs one phase of a request under the caller's signal and a clock. Whichever comes first aborts
 * `controller` and rejects at once, also where the work pays no attention to the controller; the
 * timer and the one listener are gone when the phase is over.
 */
export async function guarded<T>(
  {
    controller,
    signal,
    clock,
  }: { controller: AbortController; signal: AbortSignal | undefined; clock: Clock },
  work: () => Promise<T>,
): Promise<T> {
  let reject: (error: MillraceError) => void
  const interrupted = new Promise<never>((_, refuse) => (reject = refuse))
  const interrupt = (error: MillraceError): void => {
    controller.abort(error)
    reject(error)
  }
  const unlink = linkAbort(signal, (reason) => interrupt(abortError(reason)))
  const timer =
    clock.limit > 0
      ? setTimeout(() => interrupt(clock.expired()), Math.min(clock.limit, longestDelay))
      : undefined
  try {
    return await Promise.race([interrupted, signal?.aborted ? interrupted : work()])
  } finally {
    clearTimeout(timer)
    unlink()
  }
}
