import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../../../src/events/catalogue.js'
import { generateStream, type GenerateOptions } from '../../../src/testing/index.js'

const options: fc.Arbitrary<GenerateOptions> = fc.record({ seed: fc.integer() })

test('the same seed gives the same stream', () => {
  fc.assert(
    fc.property(options, (given) => {
      expect(generateStream(given)).toEqual(generateStream(given))
    }),
  )
})

test('numbers count from 0, created is first, one terminal event is last', () => {
  fc.assert(
    fc.property(options, (given) => {
      const events = generateStream(given)
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
      expect(events[0]?.type).toBe('response.created')
      const terminals = events.filter(({ type }) => /^response\.(completed|incomplete|failed)$/.test(type))
      expect(terminals).toEqual([events.at(-1)])
    }),
  )
})

test('items are added in the order of their index, done later, and are then what the terminal output says', () => {
  fc.assert(
    fc.property(options, (given) => {
      const events = generateStream(given)
      const added = events.flatMap((event) =>
        event.type === 'response.output_item.added' ? event.output_index : [],
      )
      expect(added).toEqual(added.map((_, index) => index))
      const done = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event] : []))
      const items = done.toSorted((a, b) => a.output_index - b.output_index).map(({ item }) => item)
      const last = events.at(-1)
      expect(last && 'response' in last && last.response).toMatchObject({ output: items })
    }),
  )
})

test('what belongs to an item stands between its added and its done event', () => {
  fc.assert(
    fc.property(options, (given) => {
      const open = new Set<number>()
      for (const event of generateStream(given)) {
        if (!('output_index' in event)) continue
        if (event.type === 'response.output_item.added') open.add(event.output_index)
        expect(open).toContain(event.output_index)
        if (event.type === 'response.output_item.done') open.delete(event.output_index)
      }
      expect([...open]).toEqual([])
    }),
  )
})

test('items, parallel and end are as asked for', () => {
  const events = generateStream({ seed: 1, items: 40, parallel: 1, end: 'incomplete' })
  const opens = events.flatMap(({ type }) => (/output_item/.test(type) ? type : []))
  expect(opens).toEqual(
    Array.from({ length: 40 }, () => ['response.output_item.added', 'response.output_item.done']).flat(),
  )
  expect(events.at(-1)?.type).toBe('response.incomplete')
})

/** Names that only some vendors send, and other names of what is generated. */
const notGenerated = [
  'codex.rate_limits',
  'response.cancelled',
  'response.code_execution_call.completed',
  'response.code_execution_call.executing',
  'response.code_execution_call.in_progress',
  'response.code_interpreter_call.executing',
  'response.done',
  'response.error',
  'response.mcp_call.arguments_delta',
  'response.mcp_call.arguments_done',
  'response.mcp_call.executing',
  'response.mcp_call_output.delta',
  'response.mcp_call_output.done',
  'response.rate_limits.updated',
  'response.reasoning_part.added',
  'response.reasoning_part.done',
  'response.x_search_call.completed',
  'response.x_search_call.in_progress',
  'response.x_search_call.searching',
]

test('over some seeds every other event type of the catalogue occurs', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 300; seed++) for (const { type } of generateStream({ seed })) seen.add(type)
  expect([...seen, ...notGenerated].sort()).toEqual(Object.keys(catalogue).sort())
})
