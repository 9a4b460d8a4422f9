import { expect, test } from 'vitest'
import { details, detailsOf } from '../../src/events/details.js'
import { corpusFiles, payloadsOf } from '../corpus.js'

test('names that every object has have no details', () => {
  expect(['constructor', '__proto__', ''].map(detailsOf)).toEqual([undefined, undefined, undefined])
})

test('whatever grows by deltas is closed by a done event, except audio, which belongs to no item', () => {
  const columns = (column: 'delta' | 'done') =>
    Object.entries(details)
      .filter(([, entry]) => entry[column] !== undefined && entry.scope !== 'stream')
      .map(([type, entry]) => `${type.replace(/[._](delta|done)$/, '')} ${entry[column]}`)
      .toSorted()
  expect(columns('delta')).toEqual(columns('done'))
})

test.skipIf(corpusFiles.length === 0)(
  'recorded streams agree with the rows: item type, deltas and whole strings',
  () => {
    expect(corpusFiles.flatMap(([, path]) => disagreements(payloadsOf(path)))).toEqual([])
  },
)

/** What in a stream contradicts the details. */
function disagreements(events: Record<string, unknown>[]): string[] {
  const itemTypes = new Map<unknown, unknown>()
  return events.flatMap((event) => {
    const { type, item, output_index } = event
    if (typeof item === 'object' && item !== null && 'type' in item) itemTypes.set(output_index, item.type)
    const row = detailsOf(String(type))
    const wrong: string[] = []
    if (row?.item !== undefined && row.item !== itemTypes.get(output_index)) wrong.push(`${type}: item`)
    if (row?.delta !== undefined && typeof event.delta !== 'string') wrong.push(`${type}: delta`)
    if (row?.done !== undefined && typeof event[row.done] !== 'string') wrong.push(`${type}: done`)
    return wrong
  })
}
