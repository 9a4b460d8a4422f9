import { MillraceError } from '../errors/millrace-error.js'
import { ResponseFailedError, ResponseIncompleteError } from '../errors/stream-error.js'
import type { Response } from '../events/response.js'

/** How a stream ended, once: with a terminal response, or with an error. */
export interface Outcome {
  /** Somebody asked for the promise, so a failure has a place to go. */
  readonly taken: boolean
  /** What `read` makes of the terminal response. */
  take<T>(read: (response: Response) => T): Promise<T>
  resolve(response: Response): void
  reject(error: unknown): void
}

export function createOutcome(): Outcome {
  let resolve: (response: Response) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = handled(
    new Promise<Response>((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    }),
  )
  const outcome = {
    taken: false,
    take<T>(read: (response: Response) => T): Promise<T> {
      outcome.taken = true
      return handled(promise.then(read))
    },
    resolve,
    reject,
  }
  return outcome
}

/** For a promise that somebody may hold and never await: its failure must not bring the process down. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Rejects what is not completed; the response travels on the error. */
export function requireCompleted(response: Response): Response {
  if (response.status === 'completed') return response
  if (response.status === 'incomplete') {
    const reason = response.incomplete_details?.reason ?? 'no reason given'
    throw new ResponseIncompleteError(
      `The response ended incomplete (${reason}). What was generated is in error.response.`,
      response,
    )
  }
  const { code, message } = response.error ?? {}
  const why = message ? `: ${message}${code ? ` (${code})` : ''}` : ''
  throw new ResponseFailedError(
    `The response ended with status ${response.status ?? 'unknown'}${why}. It is in error.response.`,
    response,
  )
}

/** Says on the console, once, what nobody was there to hear. */
export function reportUnobserved(error: unknown): void {
  const text = MillraceError.isInstance(error) ? `${error.name}: ${error.message}` : String(error)
  // oxlint-disable-next-line no-console -- a failure that nobody else can be told of
  console.error(`millrace: a stream failed and nobody was listening. ${text}`)
}

/** Says on the console what a listener threw when nothing could be failed with it any more. */
export function reportListener(name: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- see above
  console.error(`millrace: a listener of "${name}" threw. ${String(error)}`)
}
