import { MillraceError } from '../errors/millrace-error.js'

/** How a stream ended, once: with a terminal response, or with an error. */
export interface Outcome<R> {
  /** Somebody asked for the promise, so a failure has a place to go. */
  readonly taken: boolean
  /** What `read` makes of the terminal response. */
  take<T>(read: (response: R) => T): Promise<T>
  resolve(response: R): void
  reject(error: unknown): void
}

export function createOutcome<R>(): Outcome<R> {
  let resolve: (response: R) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = handled(
    new Promise<R>((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    }),
  )
  const outcome = {
    taken: false,
    take<T>(read: (response: R) => T): Promise<T> {
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
