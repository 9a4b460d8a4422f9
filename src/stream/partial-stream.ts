import type { PartialValue } from '../structured/declaration.js'
import type { Declared } from '../structured/parsed-response.js'
import { deriveReader } from './derive-reader.js'
import type { ParsedResponseStreamEvent } from './parsed-events.js'
import type { StructuredEvents } from './structured-events.js'

/** The growing value of a stream, once for each event that changed it. */
export function readPartials<D extends Declared>(
  events: AsyncIterableIterator<ParsedResponseStreamEvent<D>>,
  structured: StructuredEvents,
): AsyncIterableIterator<D['partial']> {
  const seen = new Map<PartialValue, number>()
  let grown: PartialValue[] = []

  async function next(): Promise<IteratorResult<D['partial']>> {
    for (;;) {
      const partial = grown.shift()
      if (partial === undefined) {
        const result = await events.next()
        if (result.done) return { done: true, value: undefined }
        grown = structured.takeGrown()
      } else if (partial.changes !== (seen.get(partial) ?? 0)) {
        seen.set(partial, partial.changes)
        return { done: false, value: partial.value }
      }
    }
  }

  return deriveReader(events, next)
}
