import type { Declared } from '../structured/parsed-response.js'
import { deriveReader } from './derive-reader.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import type { StructuredEvents } from './structured-events.js'

/** The growing value of a stream, once for each event that changed it. */
export function readPartials<D extends Declared>(
  events: AsyncIterableIterator<ParsedResponseStreamEvent<D>>,
  structured: StructuredEvents,
): AsyncIterableIterator<D['partial']> {
  const seen = new Map<object, number>()

  async function next(): Promise<IteratorResult<D['partial']>> {
    for (;;) {
      const result = await events.next()
      if (result.done) return { done: true, value: undefined }
      const partial = structured.partialAt(result.value)
      if (partial === undefined || partial.changes === (seen.get(partial) ?? 0)) continue
      seen.set(partial, partial.changes)
      return { done: false, value: partial.value }
    }
  }

  return deriveReader(events, next)
}
