import { expect, test } from 'vitest'
import {
  created,
  itemAdded,
  itemDone,
  partAdded,
  reasoningAdded,
  reasoningDone,
  summaryDelta,
  summaryDone,
  summaryPartAdded,
  summaryPartDone,
  textDelta,
} from '../../../src/testing/event-builders.js'
import { reasoning } from '../../../src/testing/response-builders.js'
import { fold, without } from '../fold.js'

const opening = [created(), reasoningAdded(0)]

test('summary parts are kept apart, also when they interleave', () => {
  const { output, rules } = fold([
    ...opening,
    summaryPartAdded(0, 0),
    summaryDelta(0, 0, 'A'),
    summaryPartAdded(0, 1),
    summaryDelta(0, 1, 'B'),
    summaryDone(0, 0, 'A'),
    summaryPartDone(0, 0, 'A'),
    summaryDelta(0, 1, '!'),
    summaryPartDone(0, 1, 'B!'),
    reasoningDone(0, ['A', 'B!']),
  ])
  expect([output, rules]).toEqual([[reasoning(0, ['A', 'B!'])], []])
})

test('a summary without its part, or its item, makes them', () => {
  const withItem = fold([...opening, summaryDelta(0, 0, 'think')])
  expect([withItem.output, withItem.rules]).toEqual([[reasoning(0, ['think'])], ['summary-part-missing']])
  const withoutItem = fold([created(), summaryDelta(0, 0, 'think')])
  expect([withoutItem.output, withoutItem.rules]).toEqual([
    [reasoning(0, ['think'])],
    ['item-not-added', 'summary-part-missing'],
  ])
})

test('a summary without an index goes to the part that is open', () => {
  const { output, rules } = fold([
    ...opening,
    summaryPartAdded(0, 0),
    without(summaryDelta(0, 0, 'think'), 'summary_index'),
  ])
  expect([output, rules]).toEqual([[reasoning(0, ['think'])], ['summary-index-invalid']])
})

test.each(['response.reasoning_text', 'response.reasoning'])('%s is raw reasoning', (name) => {
  const place = { item_id: 'rs_0', output_index: 0, content_index: 0 }
  const { output, text, rules } = fold([
    ...opening,
    { type: 'response.content_part.added', ...place, part: { type: 'reasoning_text', text: '' } },
    { type: `${name}.delta`, ...place, delta: 'hm' },
    { type: `${name}.delta`, ...place, delta: 'm' },
    { type: `${name}.done`, ...place, text: 'hmm' },
  ])
  expect(output).toEqual([{ ...reasoning(0, []), content: [{ type: 'reasoning_text', text: 'hmm' }] }])
  expect([text, rules]).toEqual(['', []])
})

test('what only the end has is kept, and the newest ciphertext counts', () => {
  const done = itemDone(0, { ...reasoning(0, []), encrypted_content: 'second' })
  const { output } = fold([
    created(),
    { ...reasoningAdded(0), item: { ...reasoning(0, []), encrypted_content: 'first' } },
    summaryDelta(0, 0, 'think'),
    done,
  ])
  expect(output).toEqual([{ ...reasoning(0, ['think']), encrypted_content: 'second' }])
})

test('reasoning in a part of the answer is kept there, and said to be wrong', () => {
  const place = { item_id: 'msg_0', output_index: 0, content_index: 0 }
  const { text, rules } = fold([
    created(),
    itemAdded(0),
    partAdded(0, 0),
    textDelta(0, 0, 'Hi'),
    { type: 'response.reasoning_text.delta', ...place, delta: ' hm' },
  ])
  expect([text, rules]).toEqual(['Hi hm', ['part-type-mismatch']])
})

test('an answer in a part of reasoning is no output text, and said to be wrong', () => {
  const thought = { type: 'reasoning_text' as const, text: 'hm' }
  const { output, text, rules } = fold([
    created(),
    itemAdded(0),
    partAdded(0, 0, thought),
    textDelta(0, 0, ' Hi'),
  ])
  expect([output[0], text, rules]).toMatchObject([
    { content: [{ type: 'reasoning_text', text: 'hm Hi' }] },
    '',
    ['part-type-mismatch'],
  ])
})
