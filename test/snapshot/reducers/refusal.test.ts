import { expect, test } from 'vitest'
import {
  created,
  itemAdded,
  itemDone,
  partAdded,
  refusalDelta,
  refusalDone,
} from '../../../src/testing/event-builders.js'
import { refusalMessage } from '../../../src/testing/response-builders.js'
import { fold } from '../fold.js'

const opening = [created(), itemAdded(0), partAdded(0, 0, { type: 'refusal', refusal: '' })]

test('a refusal grows by its deltas, is closed, and is no text of the answer', () => {
  const { output, text, rules } = fold([
    ...opening,
    refusalDelta(0, 0, 'I '),
    refusalDelta(0, 0, 'will not'),
    refusalDone(0, 0, 'I will not'),
    itemDone(0, refusalMessage(0, 'I will not')),
  ])
  expect([output, text, rules]).toEqual([[refusalMessage(0, 'I will not')], '', []])
})

test('a refusal without its part makes one', () => {
  const { output, rules } = fold([created(), itemAdded(0), refusalDelta(0, 0, 'No')])
  expect([output[0], rules]).toMatchObject([
    { content: [{ type: 'refusal', refusal: 'No' }] },
    ['content-part-missing'],
  ])
})

test('a refusal in a part of text is kept beside the text, and said to be wrong', () => {
  const { output, rules } = fold([
    created(),
    itemAdded(0),
    partAdded(0, 0),
    refusalDelta(0, 0, 'No'),
    refusalDelta(0, 0, '!'),
  ])
  expect(output[0]).toMatchObject({ content: [{ type: 'output_text', text: '', refusal: 'No!' }] })
  expect(rules).toEqual(['part-type-mismatch'])
})
