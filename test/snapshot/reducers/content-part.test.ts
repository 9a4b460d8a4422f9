import { describe, expect, test } from 'vitest'
import {
  created,
  itemAdded,
  itemDone,
  partAdded,
  partDone,
  textDelta,
  textDone,
} from '../../../src/testing/event-builders.js'
import { fold, type FoldOptions, without } from '../fold.js'

const opening = [created(), itemAdded(0)]

function contentOf(events: readonly object[], options?: FoldOptions): unknown {
  const [item] = fold(events, options).output
  return item?.type === 'message' ? item.content : undefined
}

const text = (value: string): object => ({ type: 'output_text', text: value, annotations: [] })

describe('a part', () => {
  test('is added empty and closed whole', () => {
    const events = [...opening, partAdded(0, 0), partDone(0, 0, 'Hi'), partAdded(0, 1), partDone(0, 1, 'you')]
    expect([contentOf(events), fold(events).rules]).toEqual([[text('Hi'), text('you')], []])
  })

  test('is completed with what it must have', () => {
    const bare = { ...partAdded(0, 0), part: { type: 'output_text' } }
    expect(contentOf([...opening, bare])).toEqual([text('')])
    expect(contentOf([...opening, { ...bare, part: { type: 'refusal', refusal: null } }])).toEqual([
      { type: 'refusal', refusal: '' },
    ])
    expect(contentOf([...opening, { ...bare, part: {} }])).toEqual([text('')])
  })

  test('that is no object is made, and said to be wrong', () => {
    const events = [...opening, { ...partAdded(0, 0), part: 'x' }]
    expect([contentOf(events), fold(events).rules]).toEqual([[text('')], ['field-invalid']])
  })

  test('of raw reasoning makes a reasoning item where none was added', () => {
    const { output } = fold([
      created(),
      { ...partAdded(0, 0), item_id: 'rs_0', part: { type: 'reasoning_text', text: '' } },
    ])
    expect(output).toEqual([
      { id: 'rs_0', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: '' }] },
    ])
  })

  test("under vLLM's name makes one too", () => {
    const { output } = fold([
      created(),
      {
        type: 'response.reasoning_part.added',
        item_id: 'rs_0',
        output_index: 0,
        content_index: 0,
        part: { text: '' },
      },
    ])
    expect(output).toEqual([
      { id: 'rs_0', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: '' }] },
    ])
  })

  test('that was closed is closed again by the same, and by nothing lower', () => {
    const events = [...opening, partAdded(0, 0), itemDone(0, 'Hi'), partDone(0, 0, 'other')]
    expect([contentOf(events), fold(events).rules]).toEqual([[text('Hi')], ['late-value']])
  })
})

describe('a part that was not added', () => {
  test('is made by its first delta', () => {
    const events = [...opening, textDelta(0, 0, 'Hi')]
    expect([contentOf(events), fold(events).rules]).toEqual([[text('Hi')], ['content-part-missing']])
  })

  test('is made by its end, of the type that this says', () => {
    const events = [...opening, { ...partDone(0, 0, ''), part: { type: 'refusal', refusal: 'No' } }]
    expect([contentOf(events), fold(events).rules]).toEqual([
      [{ type: 'refusal', refusal: 'No' }],
      ['content-part-missing'],
    ])
  })

  test('and is added after all loses nothing', () => {
    const events = [...opening, textDelta(0, 0, 'Hi'), partAdded(0, 0), textDelta(0, 0, ' there')]
    expect([contentOf(events), fold(events).rules]).toEqual([
      [text('Hi there')],
      ['content-part-missing', 'duplicate-added'],
    ])
  })

  test('is not made in an item that is finished', () => {
    const events = [...opening, itemDone(0, 'Hi'), textDelta(0, 1, 'x'), partAdded(0, 1)]
    expect([contentOf(events), fold(events).rules]).toEqual([[text('Hi')], ['delta-after-done']])
  })
})

describe('the index of a part', () => {
  test('that names no part while one is open makes another', () => {
    const events = [...opening, partAdded(0, 0), textDelta(0, 4, 'Hi '), textDelta(0, 4, 'there')]
    expect([contentOf(events), fold(events).rules]).toEqual([
      [text(''), text('Hi there')],
      ['content-index-invalid'],
    ])
  })

  test('that is missing means the part that is open, the last one or the first', () => {
    const delta = without(textDelta(0, 0, 'x'), 'content_index')
    const twoOpen = [...opening, partAdded(0, 0), partAdded(0, 1), delta]
    expect(contentOf(twoOpen)).toEqual([text(''), text('x')])
    const none = [...opening, { ...delta, content_index: null }]
    expect([contentOf(none), fold(none).rules]).toEqual([
      [text('x')],
      ['content-index-invalid', 'content-part-missing'],
    ])
  })

  test('that is missing on the opening means the next one', () => {
    const added = without(partAdded(0, 0), 'content_index')
    expect(contentOf([...opening, added, textDone(0, 0, 'a'), partDone(0, 0, 'a'), added])).toEqual([
      text('a'),
      text(''),
    ])
  })

  test('puts parts in order, whatever their order of arrival', () => {
    const events = [...opening, partAdded(0, 2), partAdded(0, 0), textDelta(0, 2, 'b'), textDelta(0, 0, 'a')]
    expect([contentOf(events), fold(events).rules]).toEqual([
      [text('a'), text('b')],
      ['content-index-invalid'],
    ])
  })
})

test('strict refuses a delta without its part', () => {
  expect(() => fold([...opening, textDelta(0, 0, 'x')], { strict: true })).toThrow(
    expect.objectContaining({ rule: 'content-part-missing', sequenceNumber: 2 }),
  )
})
