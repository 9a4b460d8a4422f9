import { describe, expect, test } from 'vitest'
import type { ResponseOutputItem } from '../../../src/events/items/output-item.js'
import {
  argumentsDelta,
  argumentsDone,
  created,
  functionCallAdded,
  functionCallDone,
  itemAdded,
  itemDone,
  partAdded,
  textDelta,
  textDone,
} from '../../../src/testing/event-builders.js'
import { functionCall, message } from '../../../src/testing/response-builders.js'
import { fold, loose, without } from '../fold.js'

const added = (index: number, item: object): object => loose({ ...itemAdded(index), item })
const done = (index: number, item: object): object => loose({ ...itemDone(index, ''), item })
const idsOf = (events: readonly object[]): unknown[] =>
  fold(events).output.map((item: { id?: string }) => item.id)

describe('the output', () => {
  test('is sorted by output_index, whatever the order of arrival', () => {
    const events = [
      created(),
      functionCallAdded(1),
      itemAdded(0),
      itemAdded(7),
      functionCallDone(1, '{}'),
      itemDone(0, 'Hi'),
    ]
    expect(idsOf(events)).toEqual(['msg_0', 'fc_1', 'msg_7'])
    expect(fold(events).rules).toEqual([])
  })

  test('has an item from its end alone, which is said to be wrong', () => {
    const { output, rules } = fold([created(), itemDone(0, 'Hi')])
    expect([output, rules]).toEqual([[message(0, 'Hi')], ['item-not-added']])
  })

  test('takes what is no item for nothing', () => {
    const { output, rules } = fold([created(), added(0, []), loose({ ...itemAdded(0), item: null })])
    expect([output, rules]).toEqual([[], ['field-invalid']])
  })
})

describe('an item as it was added', () => {
  test('is completed with what its type must have', () => {
    const bare: object[] = [
      { id: 'a', type: 'message', content: null },
      { id: 'b', type: 'reasoning' },
      { id: 'c', type: 'function_call' },
      { id: 'd', type: 'mcp_call', arguments: null },
      { id: 'e', type: 'custom_tool_call' },
      { id: 'f', type: 'future_call' },
    ]
    expect(fold([created(), ...bare.map((item, index) => added(index, item))]).output).toEqual([
      { id: 'a', type: 'message', content: [] },
      { id: 'b', type: 'reasoning', summary: [] },
      { id: 'c', type: 'function_call', arguments: '' },
      { id: 'd', type: 'mcp_call', arguments: '' },
      { id: 'e', type: 'custom_tool_call', input: '' },
      { id: 'f', type: 'future_call' },
    ])
  })

  test('brings its parts with it, which go on growing', () => {
    const { text, rules } = fold([created(), added(0, message(0, 'Hi ')), textDelta(0, 0, 'there')])
    expect([text, rules]).toEqual(['Hi there', []])
  })
})

describe('an item as it is done', () => {
  const typed = (item: object): ResponseOutputItem => item as ResponseOutputItem

  test('counts whole, and keeps what it leaves empty', () => {
    const phase = { ...message(0, '', 'in_progress'), phase: 'final_answer', content: [] }
    const { output } = fold([
      created(),
      added(0, phase),
      partAdded(0, 0),
      textDelta(0, 0, 'Hi'),
      done(0, { ...message(0, ''), content: [] }),
    ])
    expect(output).toEqual([{ ...message(0, 'Hi'), phase: 'final_answer' }])
  })

  test('says what is not as it was streamed', () => {
    const { rules, effects } = fold([
      created(),
      itemAdded(0),
      partAdded(0, 0),
      textDelta(0, 0, 'a'),
      partAdded(0, 1),
      textDelta(0, 1, 'b'),
      itemDone(0, 'x'),
    ])
    expect(rules).toEqual(['delta-done-mismatch', 'text-replaced'])
    expect(effects).toEqual([
      {
        textReplaced: [
          { output_index: 0, content_index: 0, previous_length: 1, text: 'x' },
          { output_index: 0, content_index: 1, previous_length: 1, text: '' },
        ],
      },
    ])
  })

  test('is not touched by what comes after it', () => {
    const { output, rules } = fold([
      created(),
      functionCallAdded(0),
      functionCallDone(0, '{}'),
      argumentsDelta(0, 'x'),
      argumentsDone(0, 'y'),
    ])
    expect([output, rules]).toEqual([[functionCall(0, '{}')], ['delta-after-done', 'late-value']])
  })

  test('may be of another type, which is said to be wrong', () => {
    const { output, rules } = fold([created(), itemAdded(0), done(0, { id: 'msg_0', type: 'future' })])
    expect([output, rules]).toEqual([[typed({ id: 'msg_0', type: 'future' })], ['item-type-changed']])
  })

  test('counts again when it comes again', () => {
    const { text, rules } = fold([created(), itemAdded(0), itemDone(0, 'a'), itemDone(0, 'ab')])
    expect([text, rules]).toEqual(['ab', ['delta-done-mismatch']])
  })
})

describe('ids that change with every event', () => {
  const events = [
    created(),
    itemAdded(0),
    partAdded(0, 0),
    { ...textDelta(0, 0, 'Hi '), item_id: 'rot_1' },
    { ...textDelta(0, 0, 'there'), item_id: 'rot_2' },
    done(0, { ...message(0, 'Hi there'), id: 'rot_3' }),
  ]

  test('are one item, under the first of them', () => {
    const { output, diagnostics } = fold(events)
    expect(output).toEqual([message(0, 'Hi there')])
    expect(diagnostics.map(({ rule, output_index, count }) => [rule, output_index, count])).toEqual([
      ['item-id-changed', 0, 3],
    ])
  })

  test('are refused by strict', () => {
    expect(() => fold(events, { strict: true })).toThrow(
      expect.objectContaining({ rule: 'item-id-changed', sequenceNumber: 3 }),
    )
  })
})

describe('an item that is added again', () => {
  test('with the same id and type loses nothing', () => {
    const { output, rules } = fold([
      created(),
      itemAdded(0),
      partAdded(0, 0),
      textDelta(0, 0, 'Hi'),
      itemAdded(0),
      textDelta(0, 0, '!'),
    ])
    expect([output, rules]).toEqual([[message(0, 'Hi!', 'in_progress')], ['duplicate-added']])
  })

  test('completes what the first time left out', () => {
    const { output } = fold([
      created(),
      added(0, { id: 'msg_0', type: 'message' }),
      added(0, message(0, 'Hi')),
    ])
    expect(output).toEqual([{ ...message(0, 'Hi'), status: undefined }])
    expect(
      fold([
        created(),
        added(0, { id: 'msg_0', type: 'message' }),
        added(0, message(0, 'Hi')),
        textDelta(0, 0, '!'),
      ]).text,
    ).toBe('Hi!')
  })

  test('as another one does not take its place', () => {
    const { output, rules } = fold([
      created(),
      itemAdded(0),
      itemDone(0, 'Hi'),
      added(0, functionCall(0, '{}')),
    ])
    expect([output, rules]).toEqual([[message(0, 'Hi')], ['duplicate-added', 'item-conflict']])
    const finished = fold([created(), itemAdded(0), itemDone(0, 'Hi'), done(0, functionCall(0, '{}'))])
    expect([finished.output, finished.rules]).toEqual([[message(0, 'Hi')], ['item-conflict']])
  })

  test('after events that needed it keeps what they brought', () => {
    const { output, rules } = fold([
      created(),
      textDelta(0, 0, 'Hi'),
      added(0, { ...message(0, ''), content: [], phase: 'commentary' }),
    ])
    expect(output).toEqual([{ ...message(0, 'Hi', 'in_progress'), phase: 'commentary' }])
    expect(rules).toEqual(['item-not-added', 'content-part-missing', 'duplicate-added'])
  })
})

describe('without output_index', () => {
  const plain = (event: object): object => without(event, 'output_index' as never)
  const bare = (event: object): object => without(event, 'output_index' as never, 'item_id' as never)

  test('events go to the item of their id', () => {
    const { output, rules } = fold(
      [
        created(),
        functionCallAdded(0),
        functionCallAdded(1),
        argumentsDelta(0, '{'),
        argumentsDelta(1, '['),
        argumentsDelta(0, '}'),
        functionCallDone(1, '[]'),
      ].map(plain),
    )
    expect(output.map((item) => Reflect.get(item, 'arguments'))).toEqual(['{}', '[]'])
    expect(rules).toEqual(['output-index-missing', 'delta-done-mismatch'])
  })

  test('events without an id go to the only item that is still open', () => {
    const one = (index: number, json: string): object[] => [
      functionCallAdded(index),
      argumentsDelta(index, json),
      functionCallDone(index, json),
    ]
    const { output } = fold([created(), ...one(0, '{"a":1}'), ...one(1, '{"b":2}')].map(bare))
    expect(output).toEqual([functionCall(0, '{"a":1}'), functionCall(1, '{"b":2}')])
  })

  test('calls that still grow come before those whose arguments ended', () => {
    const events = [
      created(),
      functionCallAdded(0),
      bare(argumentsDone(0, '{}')),
      functionCallAdded(1),
      bare(argumentsDelta(1, '[')),
    ]
    expect(fold(events).output.map((item) => Reflect.get(item, 'arguments'))).toEqual(['{}', '['])
  })

  test('an end is told by its call_id', () => {
    const end = (index: number): object =>
      bare({ ...functionCallDone(index, '{}'), item: { ...functionCall(index, '{}'), id: undefined } })
    const { output } = fold([created(), functionCallAdded(0), functionCallAdded(1), end(1), end(0)])
    expect(output).toEqual([functionCall(0, '{}'), functionCall(1, '{}')])
  })

  test('a new id is a new item', () => {
    const { output } = fold([created(), itemAdded(0), plain({ ...textDelta(0, 0, 'x'), item_id: 'msg_9' })])
    expect(output).toEqual([
      { ...message(0, '', 'in_progress'), content: [] },
      { ...message(9, 'x', 'in_progress') },
    ])
  })

  test('several open items are never guessed between', () => {
    const events = [created(), functionCallAdded(0), functionCallAdded(1), bare(argumentsDelta(0, '{'))]
    expect(() => fold(events)).toThrow(
      expect.objectContaining({
        rule: 'ambiguous-item',
        sequenceNumber: 3,
        message:
          'response.function_call_arguments.delta: output_index is missing and several items are open.',
      }),
    )
  })

  test('but items of other kinds do not count', () => {
    const events = [
      created(),
      itemAdded(0),
      functionCallAdded(1),
      bare(argumentsDelta(1, '{')),
      bare(textDone(0, 0, 'Hi')),
    ]
    const { output, text } = fold(events)
    expect([text, Reflect.get(output[1] ?? {}, 'arguments')]).toEqual(['Hi', '{'])
  })
})
