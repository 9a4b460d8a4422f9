import { MillraceError } from '../errors/millrace-error.js'
import type { Pipeline } from './pipeline.js'
import type { StreamEvent } from './event-feed.js'
import { createTurns } from './turns.js'

/** Hands out the one right to read a stream. */
export interface ReaderClaim {
  readonly taken: boolean
  /** Throws `stream_already_consumed` when somebody reads already; `by` says who, for the message. */
  take(by: string): void
}

export function createReaderClaim(): ReaderClaim {
  let holder: string | undefined
  return {
    get taken() {
      return holder !== undefined
    },
    take(by) {
      if (holder !== undefined) {
        throw new MillraceError(
          'stream_already_consumed',
          `The stream is already being read by ${holder}, not by ${by} too. ` +
            'Use tee(), or observe it with on(), snapshot and finalResponse().',
        )
      }
      holder = by
    },
  }
}

/**
 * The iterator of a stream, written by hand: an event that is already here costs one resolved
 * promise, where each generator in between would cost two more.
 */
export function readEvents<E extends StreamEvent>(pipeline: Pipeline<E>): AsyncIterableIterator<E> {
  const done: IteratorReturnResult<undefined> = { done: true, value: undefined }
  const turns = createTurns()
  let left = false
  const result = (event: E | undefined): IteratorResult<E> =>
    event === undefined ? done : { done: false, value: event }
  return {
    next() {
      if (left) return Promise.resolve(done)
      // Whoever asked first is first, also while it waits.
      const event = turns.busy ? undefined : pipeline.take()
      return event === undefined
        ? turns.take(() => pipeline.next().then(result))
        : Promise.resolve(result(event))
    },
    return() {
      left = true
      pipeline.abort(undefined, 'The reader left the stream before its end.')
      return Promise.resolve(done)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
