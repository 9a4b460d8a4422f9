import { describe, expect, test } from 'vitest'
import { createDiagnostics } from '../../src/snapshot/diagnostics.js'
import { createDraft } from '../../src/snapshot/draft.js'
import {
  argumentsDelta,
  completed,
  created,
  functionCallAdded,
  inProgress,
  itemAdded,
  itemDone,
  keepalive,
  partAdded,
  refusalDelta,
  textDelta,
  textDone,
} from '../../src/testing/event-builders.js'
import { message, response } from '../../src/testing/response-builders.js'
import { happy, numbered } from '../../src/testing/sequences.js'
import { deepFreeze, fold, without } from './fold.js'

function draftOf(events: readonly object[] = []): ReturnType<typeof createDraft> {
  return fold(events).draft
}

/** A draft without the freezing of the helper. */
function bare(): ReturnType<typeof createDraft> {
  return createDraft({ diagnostics: createDiagnostics() })
}

const opening = [created(), itemAdded(0), partAdded(0, 0)]

describe('read', () => {
  test('is undefined until an event tells of a response', () => {
    expect(draftOf([keepalive()]).read()).toBeUndefined()
  })

  test('gives the response with its text', () => {
    expect(fold(happy('Hi there')).response).toEqual({
      ...response('completed', [message(0, 'Hi there')]),
      output_text: 'Hi there',
    })
  })

  test('joins the text parts of all messages, in output order', () => {
    const events = [
      ...opening,
      textDelta(0, 0, 'a'),
      partAdded(0, 1),
      textDelta(0, 1, 'b'),
      itemAdded(1),
      textDelta(1, 0, 'c'),
    ]
    expect(fold(events).text).toBe('abc')
  })

  test('gives the same object until something changes', () => {
    const draft = draftOf(opening)
    const before = draft.read()
    draft.apply({ ...keepalive(), sequence_number: 3 })
    expect(draft.read()).toBe(before)
    draft.apply({ ...textDelta(0, 0, 'x'), sequence_number: 4 })
    expect(draft.read()).not.toBe(before)
  })

  test('shares with the one before it all that did not change', () => {
    const draft = draftOf([...opening, itemAdded(1), partAdded(1, 0)])
    const before = draft.read()
    draft.apply({ ...textDelta(1, 0, 'x'), sequence_number: 5 })
    const after = draft.read()
    expect(after?.output[0]).toBe(before?.output[0])
    expect(after?.output[1]).not.toBe(before?.output[1])
    expect(after?.tools).toBe(before?.tools)
  })

  test('copies nothing between two reads that it has copied already', () => {
    const draft = bare()
    for (const event of numbered(opening)) draft.apply(event)
    draft.read()
    draft.apply({ ...textDelta(0, 0, 'a'), sequence_number: 3 })
    const { response: first } = draft.state()
    draft.apply({ ...textDelta(0, 0, 'b'), sequence_number: 4 })
    expect([first?.output_text, draft.read()?.output_text]).toEqual(['a', 'ab'])
  })

  test('never changes what an event holds, a frozen one neither', () => {
    const events = deepFreeze(numbered(happy()))
    const clone = structuredClone(events)
    fold(events, { readEach: true })
    expect(events).toEqual(clone)
  })

  test('freezes in every depth when told to', () => {
    const snapshot = fold(happy()).response
    expect([snapshot, snapshot?.output, snapshot?.output[0]].every(Object.isFrozen)).toBe(true)
  })
})

describe('what surrounds it', () => {
  test('final is the response after the terminal event, and refuses where there is none', () => {
    expect(draftOf(happy()).final().status).toBe('completed')
    expect(() => draftOf().final()).toThrow(expect.objectContaining({ code: 'no_response' }))
  })

  test('the id is known from the first event that has one', () => {
    expect(draftOf().responseId).toBeUndefined()
    expect(draftOf([created()]).responseId).toBe('resp_t')
  })

  test('the terminal event is named by its canonical type', () => {
    expect(draftOf(opening).terminal).toBeUndefined()
    expect(draftOf([created(), { type: 'response.done', response: response('incomplete') }]).terminal).toBe(
      'response.incomplete',
    )
  })

  test('state is what a fold goes on from', () => {
    const { draft } = fold([...opening, textDelta(0, 0, 'Hi')])
    expect(draft.state()).toEqual({
      version: 1,
      created: true,
      sequence_number: 3,
      items: [{ index: 0, rank: 0, content: [{ index: 0, rank: 0 }] }],
      response: {
        ...response('in_progress', [{ ...message(0, 'Hi', 'in_progress') }]),
        output_text: 'Hi',
      },
    })
  })
})

describe('the text so far', () => {
  test('of a part, a refusal, or the arguments of a call, by index', () => {
    const draft = draftOf([
      ...opening,
      textDelta(0, 0, 'Hi '),
      textDelta(0, 0, 'there'),
      partAdded(0, 1, { type: 'refusal', refusal: '' }),
      refusalDelta(0, 1, 'No'),
      functionCallAdded(1),
      argumentsDelta(1, '{"a"'),
      argumentsDelta(1, ':1}'),
    ])
    expect([draft.textAt(0, 0), draft.textAt(0, 1), draft.argumentsAt(1)]).toEqual([
      'Hi there',
      'No',
      '{"a":1}',
    ])
  })

  test('without an index, of what the last event belonged to', () => {
    const draft = draftOf([
      ...opening,
      textDelta(0, 0, 'Hi'),
      without(textDelta(0, 0, ' there'), 'content_index'),
    ])
    expect(draft.textAt(0, undefined)).toBe('Hi there')
    expect(draft.textAt(7, 0)).toBe('Hi there')
  })

  test('has its place found where an event leaves it out', () => {
    const draft = draftOf([
      ...opening,
      functionCallAdded(1),
      without(argumentsDelta(1, '{}'), 'output_index'),
    ])
    expect(draft.located).toEqual({ output_index: 1 })
    draft.apply({ ...without(textDelta(0, 0, 'Hi'), 'output_index'), sequence_number: 5 })
    expect(draft.located).toEqual({ output_index: 0, content_index: 0 })
  })

  test('of each part of the answer in a message', () => {
    const draft = draftOf([
      ...opening,
      textDelta(0, 0, 'Hi'),
      partAdded(0, 1, { type: 'refusal', refusal: 'No' }),
      partAdded(0, 2),
    ])
    expect(draft.textsAt(0)).toEqual([
      { content_index: 0, text: 'Hi' },
      { content_index: 2, text: '' },
    ])
    expect(draft.textsAt(1)).toEqual([])
  })

  test('comes with the phase of its message', () => {
    const comment = itemAdded(0, { ...message(0, ''), phase: 'commentary' })
    expect(draftOf([created(), comment]).phaseAt(0)).toBe('commentary')
    expect(draftOf(opening).phaseAt(0)).toBeUndefined()
    expect(draftOf(opening).phaseAt(7)).toBeUndefined()
  })

  test('is what the done event made it', () => {
    expect(draftOf([...opening, textDelta(0, 0, 'Hi'), textDone(0, 0, 'Hi!')]).textAt(0, 0)).toBe('Hi!')
  })
})

describe('a second opening of the fold', () => {
  test('goes on from a state and leaves it as it was', () => {
    const before = deepFreeze(draftOf([...opening, textDelta(0, 0, 'Hi ')]).state())
    const { text } = fold([textDelta(0, 0, 'there')], { state: before })
    expect([text, before.response?.output_text]).toEqual(['Hi there', 'Hi '])
  })

  test('tells only of what is new', () => {
    const { state } = { state: draftOf([created(), inProgress()]).state() }
    expect(fold([itemAdded(0), itemDone(0, 'Hi'), completed([message(0, 'Hi')])], { state }).rules).toEqual(
      [],
    )
  })
})
