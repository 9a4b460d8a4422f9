import { HTTPError } from '../http-error.js'

/** Why a run is stopped that nobody waits for. */
export function clientGone(): HTTPError {
  return new HTTPError({
    status: 499,
    message: 'The client closed the request.',
    code: 'client_closed_request',
  })
}

/**
 * Runtimes tell that a client has left by the request's signal, by cancelling the body, or by neither.
 *
 * @param until when it does not matter any more.
 */
export function whenAborted(signal: AbortSignal, until: Promise<unknown>, onGone: () => void): void {
  if (signal.aborted) return onGone()
  signal.addEventListener('abort', onGone)
  const forget = (): void => signal.removeEventListener('abort', onGone)
  until.then(forget, forget)
}
