import { describe, expect, test } from 'vitest'
import type { Annotation } from '../../../src/events/items/content.js'
import {
  annotationAdded,
  completed,
  created,
  itemAdded,
  itemDone,
  partAdded,
  partDone,
  textDelta,
  textDone,
} from '../../../src/testing/event-builders.js'
import { message } from '../../../src/testing/response-builders.js'
import { fold } from '../fold.js'

const opening = [created(), itemAdded(0), partAdded(0, 0)]

function partOf(events: readonly object[]): unknown {
  const [item] = fold(events).output
  return item?.type === 'message' ? item.content[0] : undefined
}

describe('text', () => {
  test('grows by its deltas and is closed by its end', () => {
    const { text, rules } = fold([
      ...opening,
      textDelta(0, 0, 'Hi '),
      textDelta(0, 0, 'there'),
      textDone(0, 0, 'Hi there'),
    ])
    expect([text, rules]).toEqual(['Hi there', []])
  })

  test('null is empty text, and what is no text is left out', () => {
    const { text, rules } = fold([
      ...opening,
      textDelta(0, 0, 'a'),
      { ...textDelta(0, 0, ''), delta: null },
      { ...textDelta(0, 0, ''), delta: { text: 'b' } },
    ])
    expect([text, rules]).toEqual(['a', ['field-null', 'field-invalid']])
  })

  test('an end that says more is taken, and replaces nothing', () => {
    const { text, diagnostics, effects } = fold([
      ...opening,
      textDelta(0, 0, 'Hello'),
      textDone(0, 0, 'Hello!'),
    ])
    expect([text, effects]).toEqual(['Hello!', []])
    expect(diagnostics).toEqual([
      {
        rule: 'delta-done-mismatch',
        severity: 'error',
        message: 'response.output_text.done: delta done mismatch (from offset 5)',
        sequence_number: 4,
        output_index: 0,
        count: 1,
      },
    ])
  })

  test('an end that says something else replaces the text', () => {
    const { text, rules, effects } = fold([...opening, textDelta(0, 0, 'Hello \n'), textDone(0, 0, 'Hello')])
    expect([text, rules]).toEqual(['Hello', ['delta-done-mismatch', 'text-replaced']])
    expect(effects).toEqual([
      { textReplaced: [{ output_index: 0, content_index: 0, previous_length: 7, text: 'Hello' }] },
    ])
  })

  test('an empty end takes nothing away', () => {
    const { text, rules, effects } = fold([...opening, textDelta(0, 0, 'Hi'), textDone(0, 0, '')])
    expect([text, rules, effects]).toEqual(['Hi', ['delta-done-mismatch'], []])
  })

  test('a delta after the end is left out, unless the end was empty', () => {
    const late = fold([...opening, textDone(0, 0, 'Hi'), textDelta(0, 0, '!')])
    expect([late.text, late.rules]).toEqual(['Hi', ['delta-after-done']])
    const reopened = fold([...opening, textDone(0, 0, ''), textDelta(0, 0, 'Hi'), textDelta(0, 0, '!')])
    expect([reopened.text, reopened.rules]).toEqual(['Hi!', ['delta-after-done']])
  })

  test('a lower source does not win over a higher one, whichever comes last', () => {
    const { text, rules } = fold([
      ...opening,
      partDone(0, 0, 'part'),
      textDone(0, 0, 'text'),
      itemDone(0, 'item'),
      partDone(0, 0, 'part'),
    ])
    expect([text, rules]).toEqual(['item', ['late-value', 'delta-done-mismatch', 'text-replaced']])
  })

  test('after each event it is what the highest source so far says', () => {
    const events = [
      ...opening,
      textDelta(0, 0, 'a'),
      textDone(0, 0, 'b'),
      partDone(0, 0, 'c'),
      itemDone(0, 'd'),
      completed([message(0, 'e')]),
    ]
    const texts = events.map((_, at) => fold(events.slice(0, at + 1)).text)
    expect(texts).toEqual(['', '', '', 'a', 'b', 'c', 'd', 'e'])
  })
})

describe('logprobs', () => {
  const logprob = (token: string): object => ({ token, logprob: -1, bytes: [], top_logprobs: [] })
  const delta = (text: string): object => ({ ...textDelta(0, 0, text), logprobs: [logprob(text)] })
  const part = (logprobs: object[]): object => ({
    type: 'output_text',
    text: 'ab',
    annotations: [],
    logprobs,
  })

  test('are collected from the deltas, and null and none are nothing', () => {
    expect(partOf([...opening, delta('a'), { ...textDelta(0, 0, ''), logprobs: null }, delta('b')])).toEqual(
      part([logprob('a'), logprob('b')]),
    )
  })

  test('stay when the ends bring none', () => {
    const done = { ...partDone(0, 0, ''), part: part([]) }
    expect(partOf([...opening, delta('a'), delta('b'), textDone(0, 0, 'ab'), done])).toEqual(
      part([logprob('a'), logprob('b')]),
    )
  })

  test('are those of the end where it brings some', () => {
    const done = { ...textDone(0, 0, 'ab'), logprobs: [logprob('ab')] }
    expect(partOf([...opening, delta('a'), delta('b'), done])).toEqual(part([logprob('ab')]))
  })

  test('of a delta that was left out are left out', () => {
    expect(partOf([...opening, textDone(0, 0, 'ab'), delta('c')])).toEqual({
      type: 'output_text',
      text: 'ab',
      annotations: [],
    })
  })
})

describe('annotations', () => {
  const cite = (url: string): Annotation => ({
    type: 'url_citation',
    url,
    title: url,
    start_index: 0,
    end_index: 1,
  })
  const annotation = (index: unknown, url: string): object => ({
    ...annotationAdded(0, 0, 0, cite(url)),
    annotation_index: index,
  })
  const annotations = (events: readonly object[]): unknown =>
    Reflect.get(Object(partOf(events)), 'annotations')

  test('are collected in order, before the end of the text or after it', () => {
    const { rules } = fold([...opening, annotation(0, 'a'), textDone(0, 0, 'x'), annotation(1, 'b')])
    expect(rules).toEqual([])
    expect(annotations([...opening, annotation(0, 'a'), textDone(0, 0, 'x'), annotation(1, 'b')])).toEqual([
      cite('a'),
      cite('b'),
    ])
  })

  test('are not erased by an end without any', () => {
    const events = [
      ...opening,
      textDelta(0, 0, 'x'),
      annotation(0, 'a'),
      partDone(0, 0, 'x'),
      itemDone(0, 'x'),
      completed([message(0, 'x')]),
    ]
    expect(annotations(events)).toEqual([cite('a')])
  })

  test('are appended where the index leaves a gap or is missing', () => {
    const events = [...opening, annotation(3, 'a'), annotation(null, 'b')]
    expect([annotations(events), fold(events).rules]).toEqual([
      [cite('a'), cite('b')],
      ['annotation-index-invalid'],
    ])
  })

  test('are not doubled by a repetition', () => {
    const events = [
      ...opening,
      annotation(0, 'a'),
      annotation(1, 'b'),
      annotation(0, 'a'),
      annotation(1, 'b'),
    ]
    expect(annotations(events)).toEqual([cite('a'), cite('b')])
  })

  test('that are no objects are left out', () => {
    const odd = (annotation: unknown): object => ({ ...annotationAdded(0, 0, 0, cite('a')), annotation })
    const events = [...opening, odd(null), odd('x')]
    expect([annotations(events), fold(events).rules]).toEqual([[], ['field-null', 'field-invalid']])
  })
})
