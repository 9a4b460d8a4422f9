import { createTurns } from './turns.js'

/** A reader that makes something else of another's events: asked in turn, and who leaves it leaves the other. */
export function deriveReader<E, T>(
  events: AsyncIterableIterator<E>,
  next: () => Promise<IteratorResult<T>>,
): AsyncIterableIterator<T> {
  const turns = createTurns()
  return {
    next: () => turns.take(next),
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
