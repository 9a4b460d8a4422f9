import { APIConnectionTimeoutError, APIUserAbortError } from '../errors/connection-error.js'
import type { MillraceError } from '../errors/millrace-error.js'

/** Timers hold 31 bits; a longer delay would fire at once. */
const longestDelay = 2 ** 31 - 1

/** Tells `abort` when the signal aborts, or now if it has. The function returned takes the listener off. */
export function linkAbort(signal: AbortSignal | undefined, abort: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {}
  const onAbort = (): void => abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return () => signal.removeEventListener('abort', onAbort)
}

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

function abortError(reason: unknown): MillraceError {
  return reason instanceof APIUserAbortError ? reason : new APIUserAbortError(undefined, { cause: reason })
}
