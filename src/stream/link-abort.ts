import { APIUserAbortError } from '../errors/connection-error.js'

/**
 * The error for a reason to abort. One that belongs to a stream already is wrapped: two streams on
 * one signal must not share what their errors say of them.
 */
export function abortError(reason: unknown, message?: string): APIUserAbortError {
  const isNew = reason instanceof APIUserAbortError && !Object.hasOwn(reason, 'snapshot')
  return isNew ? reason : new APIUserAbortError(message, { cause: reason })
}

/** Tells `abort` when the signal aborts, or now if it has. The function returned takes the listener off. */
export function linkAbort(signal: AbortSignal | undefined, abort: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {}
  const onAbort = (): void => abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return () => signal.removeEventListener('abort', onAbort)
}
