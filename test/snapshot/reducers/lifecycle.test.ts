import { describe, expect, test } from 'vitest'
import {
  argumentsDelta,
  completed,
  created,
  failed,
  flatError,
  functionCallAdded,
  functionCallDone,
  incomplete,
  inProgress,
  itemAdded,
  itemDone,
  keepalive,
  partAdded,
  queued,
  textDelta,
} from '../../../src/testing/event-builders.js'
import { functionCall, message, response } from '../../../src/testing/response-builders.js'
import { happy } from '../../../src/testing/sequences.js'
import { asSent, fold, loose, without } from '../fold.js'

const streamed = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi'), itemDone(0, 'Hi')]
const ends = (fields: object, type = 'response.completed'): object =>
  loose({ type, response: { ...response('completed'), ...fields } })

describe('the beginning', () => {
  test('is response.created; queued and in_progress change what they say', () => {
    const { response: folded, rules } = fold([
      { ...created(), response: response('queued') },
      queued(),
      inProgress(),
    ])
    expect([asSent(folded), rules]).toEqual([response('in_progress'), []])
  })

  test('may be a keepalive, an error, or something beside the response', () => {
    const { rules } = fold([keepalive(), { type: 'codex.rate_limits' }, flatError('x', 'y'), created()])
    expect(rules).toEqual([])
  })

  test.each([
    ['response.in_progress', inProgress()],
    ['response.output_item.added', itemAdded(0)],
    [
      'response.mcp_list_tools.in_progress',
      { type: 'response.mcp_list_tools.in_progress', item_id: 'm', output_index: 0 },
    ],
    ['response.future_thing', { type: 'response.future_thing' }],
  ])('is not %s', (_type, event) => {
    expect(fold([event]).rules).toEqual(['created-not-first'])
    expect(() => fold([event], { strict: true })).toThrow(
      expect.objectContaining({ rule: 'created-not-first' }),
    )
  })

  test('may come late: what it says is taken, what was streamed stays', () => {
    const { response: folded } = fold([itemAdded(0), textDelta(0, 0, 'Hi'), created()])
    expect(asSent(folded)).toEqual(response('in_progress', [message(0, 'Hi', 'in_progress')]))
  })

  test('that never came leaves a stub without an id', () => {
    expect(fold([itemAdded(0)]).response).toEqual({
      id: '',
      object: 'response',
      status: 'in_progress',
      output: [{ ...message(0, '', 'in_progress'), content: [] }],
      output_text: '',
    })
  })

  test('a second time loses nothing', () => {
    const { text, rules } = fold([...streamed, created()])
    expect([text, rules]).toEqual(['Hi', ['duplicate-added']])
  })

  test('with no response is said to be wrong, and goes on', () => {
    const { text, rules } = fold([
      { type: 'response.created', response: 'x' },
      itemAdded(0),
      itemDone(0, 'Hi'),
    ])
    expect([text, rules]).toEqual(['Hi', ['field-invalid']])
  })

  test.each([[null], [undefined], ['x'], [[7, null]]])('output of %j is an empty list', (output) => {
    expect(fold([{ ...created(), response: { ...response('in_progress'), output } }]).output).toEqual([])
  })
})

describe('a response with items in the middle', () => {
  const recovery = (text: string): object => ({
    ...inProgress(),
    response: response('in_progress', [message(0, text, 'in_progress')]),
  })
  const before = [created(), inProgress(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi ')]

  test('replaces what was folded, and deltas go on from it', () => {
    const { text, rules, effects } = fold([...before, recovery('Hi th'), textDelta(0, 0, 'ere')])
    expect([text, rules, effects]).toEqual(['Hi there', ['snapshot-reset'], [{ snapshotReset: true }]])
  })

  test('says when it takes text away', () => {
    const { text, rules, effects } = fold([...before, recovery('Ho')])
    expect([text, rules]).toEqual(['Ho', ['snapshot-reset', 'text-replaced']])
    const textReplaced = [{ output_index: 0, content_index: 0, previous_length: 3, text: 'Ho' }]
    expect(effects).toEqual([{ snapshotReset: true, textReplaced }])
  })

  test('that says the same changes nothing, and one without items neither', () => {
    expect(fold([...before, recovery('Hi '), inProgress()]).effects).toEqual([])
  })

  test('is where a fold may begin', () => {
    const { text, effects } = fold([
      { ...created(), response: response('in_progress', [message(0, 'Hi ')]) },
      textDelta(0, 0, 'there'),
    ])
    expect([text, effects]).toEqual(['Hi there', []])
  })

  test('leaves the items their indexes', () => {
    const events = [
      created(),
      itemAdded(3),
      partAdded(3, 0),
      { ...inProgress(), response: response('in_progress', [message(3, 'Hi ')]) },
      textDelta(3, 0, 'there'),
    ]
    expect(fold(events).text).toBe('Hi there')
  })
})

describe('the end', () => {
  test('is the terminal response, as it was sent', () => {
    const last = completed([{ ...message(0, 'Hi'), id: 'msg_0' }])
    expect(asSent(fold([...streamed, last]).response)).toEqual(last.response)
    expect(
      asSent(fold([...streamed, incomplete('max_output_tokens', [message(0, 'Hi', 'incomplete')])]).response),
    ).toEqual(
      response('incomplete', [message(0, 'Hi', 'incomplete')], {
        incomplete_details: { reason: 'max_output_tokens' },
      }),
    )
  })

  test.each([[[]], [null], [undefined], ['x']])('with output %j keeps the streamed items', (output) => {
    const { output: kept, rules } = fold([...streamed, ends({ output })])
    expect([kept, rules]).toEqual([[message(0, 'Hi')], ['output-restored']])
  })

  test('with an empty output is taken as sent by strict', () => {
    const { output, rules } = fold([...streamed, completed([])], { strict: true })
    expect([output, rules]).toEqual([[], ['terminal-output-empty']])
  })

  test('of a response without items is empty', () => {
    expect(fold([created(), completed([])]).rules).toEqual([])
  })

  test('keeps what its items leave empty', () => {
    const call = { ...functionCall(0, ''), call_id: '' }
    const { output, rules } = fold([
      created(),
      functionCallAdded(0),
      argumentsDelta(0, '{}'),
      completed([call]),
    ])
    expect([output, rules]).toEqual([[functionCall(0, '{}')], ['delta-done-mismatch']])
  })

  test('says where its texts are others', () => {
    const { text, rules, effects } = fold([...streamed, completed([message(0, 'Hello?')])])
    expect([text, rules]).toEqual(['Hello?', ['delta-done-mismatch', 'text-replaced']])
    expect(effects).toEqual([
      { textReplaced: [{ output_index: 0, content_index: 0, previous_length: 2, text: 'Hello?' }] },
    ])
  })

  test('counts in its own order', () => {
    const both = [...streamed, functionCallAdded(1), functionCallDone(1, '{}')]
    const { output, rules } = fold([...both, completed([functionCall(1, '{}'), message(0, 'Hi')])])
    expect([output, rules]).toEqual([[functionCall(1, '{}'), message(0, 'Hi')], ['terminal-order-mismatch']])
  })

  test('with other items counts too', () => {
    const more = fold([...streamed, completed([message(0, 'Hi'), functionCall(1, '{}')])])
    expect([more.output.length, more.rules]).toEqual([2, ['terminal-output-mismatch']])
    const fewer = fold([...streamed, functionCallAdded(1), completed([message(0, 'Hi')])])
    expect([fewer.output.length, fewer.rules]).toEqual([1, ['terminal-output-mismatch']])
  })

  test('finds items whose ids changed, or that have none, by their position', () => {
    const two = [...streamed, itemAdded(1), itemDone(1, 'Hi')]
    const renamed = fold([
      ...two,
      completed([
        { ...message(0, ''), id: 'rot_y' },
        { ...message(1, ''), id: 'rot_z' },
      ]),
    ])
    expect(renamed.output).toEqual([
      { ...message(0, 'Hi'), id: 'rot_y' },
      { ...message(1, 'Hi'), id: 'rot_z' },
    ])
    expect(
      renamed.diagnostics
        .filter(({ rule }) => rule === 'item-id-changed')
        .map(({ output_index }) => output_index),
    ).toEqual([0, 1])
    const nameless = [0, 1].map((index) => ({ ...functionCall(index, ''), id: undefined }))
    const calls = nameless.map((item, index) =>
      loose({ ...itemAdded(index), item: { ...item, arguments: `${index}` } }),
    )
    expect(fold([created(), ...calls, ends({ output: nameless })]).output).toEqual([
      { ...functionCall(0, '0'), id: undefined },
      { ...functionCall(1, '1'), id: undefined },
    ])
  })

  test('with little more than an id keeps what was known', () => {
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 }
    const { response: folded } = fold([
      ...streamed,
      { type: 'response.completed', response: { id: 'resp_t', usage } },
    ])
    expect(asSent(folded)).toEqual(response('completed', [message(0, 'Hi')], { usage }))
  })

  test.each([[undefined], [null], ['x'], [7]])('with response %j has the status of its event', (sent) => {
    const { response: folded, rules } = fold([...streamed, { type: 'response.incomplete', response: sent }])
    expect([folded?.status, folded?.output_text]).toEqual(['incomplete', 'Hi'])
    expect(rules).toEqual(['field-invalid', 'output-restored'])
  })

  test('under other names is told by its status', () => {
    const statusOf = (type: string, status: unknown): unknown => {
      const { draft } = fold([...streamed, ends({ status }, type)])
      return [draft.final().status, draft.terminal]
    }
    expect(statusOf('response.done', 'cancelled')).toEqual(['cancelled', 'response.failed'])
    expect(statusOf('response.done', undefined)).toEqual(['completed', 'response.completed'])
    expect(statusOf('response.cancelled', undefined)).toEqual(['cancelled', 'response.failed'])
    expect(statusOf('response.failed', 'cancelled')).toEqual(['cancelled', 'response.failed'])
  })

  test('is never in progress', () => {
    const { response: folded, rules } = fold([
      ...streamed,
      ends({ status: 'in_progress', output: [message(0, 'Hi')] }),
    ])
    expect([folded?.status, rules]).toEqual(['completed', ['status-mismatch']])
  })

  test('without a beginning is complete all the same', () => {
    const { text, rules } = fold([completed([message(0, 'Hi')])])
    expect([text, rules]).toEqual(['Hi', ['created-not-first', 'created-missing']])
  })

  test('under another id is said to be wrong, and counts', () => {
    const { response: folded, rules } = fold([created(), ends({ id: 'resp_z' })])
    expect([folded?.id, rules]).toEqual(['resp_z', ['response-id-changed']])
  })
})

describe('after the end', () => {
  test('nothing changes', () => {
    const before = fold(happy())
    const late = [
      failed('server_error', 'late'),
      textDelta(0, 0, '!'),
      itemAdded(1),
      flatError('x', 'y'),
      created(),
    ]
    const after = fold([...happy(), ...late])
    expect(after.response).toEqual(before.response)
    expect(after.rules).toEqual(['multiple-terminal-events', 'event-after-terminal'])
  })

  test('keepalives and limits are no breach, and still move the cursor', () => {
    const { draft, rules } = fold([...happy(), keepalive(), { type: 'rate_limits.updated' }])
    expect([draft.state().sequence_number, rules]).toEqual([11, []])
  })
})

describe('an error event', () => {
  const error = { code: 'rate_limit_exceeded', message: 'slow down' }

  test('changes nothing by itself', () => {
    expect(fold([...streamed, flatError('x', 'y')]).response).toEqual(fold(streamed).response)
  })

  test.each([
    ['flat', flatError(error.code, error.message)],
    ['nested', { type: 'error', error: { type: 'requests', ...error } }],
    ['under another name', { type: 'response.error', ...error }],
  ])('%s fills in a failure that gives no reason', (_form, event) => {
    const end = { type: 'response.failed', response: { ...response('failed'), error: null } }
    expect(fold([created(), event, end]).response?.error).toEqual(error)
  })

  test('does not speak for a failure that gives its own, nor for success', () => {
    expect(fold([created(), flatError('x', 'y'), failed('a', 'b')]).response?.error).toEqual({
      code: 'a',
      message: 'b',
    })
    expect(fold([created(), flatError('x', 'y'), completed([])]).response?.error).toBeNull()
  })
})

describe('usage', () => {
  test.each([
    [{ input_tokens: 5 }],
    ['n/a'],
    [7],
    [{ input_tokens: '1', output_tokens: 1, total_tokens: 2 }],
  ])('%j is kept and said to be odd', (usage) => {
    const { response: folded, rules } = fold([created(), ends({ usage })])
    expect([folded?.usage, rules]).toEqual([usage, ['usage-shape']])
  })

  test.each([[null], [undefined], [{ input_tokens: 1, output_tokens: 2, total_tokens: 3 }]])(
    '%j is fine',
    (usage) => {
      expect(fold([created(), ends({ usage })]).rules).toEqual([])
    },
  )
})

describe('sequence numbers', () => {
  const at = (...numbers: unknown[]): object[] =>
    happy().map((event, index) => loose({ ...event, sequence_number: numbers[index] ?? index }))
  const tell = (events: readonly object[]): unknown => {
    const { draft, diagnostics } = fold(events, { asIs: true })
    return [
      draft.state().sequence_number,
      diagnostics.map(({ rule, count, output_index }) => [rule, count, output_index]),
    ]
  }

  test('that are all zero do not move the cursor', () => {
    expect(tell(happy().map((event) => ({ ...event, sequence_number: 0 })))).toEqual([
      0,
      [['sequence-not-increasing', 9, undefined]],
    ])
  })

  test('that are missing leave it where it is', () => {
    const none = happy().map((event) => without(event, 'sequence_number'))
    expect(tell(none)).toEqual([undefined, [['sequence-missing', 10, undefined]]])
  })

  test('that some events lack are no gap', () => {
    const some = at().map((event, index) =>
      index % 3 === 1 ? without(event, 'sequence_number' as never) : event,
    )
    expect(tell(some)).toEqual([9, [['sequence-missing', 3, undefined]]])
  })

  test('with a gap are said to have one, in the middle and at the start', () => {
    expect(tell(at(0, 1, 2, 3, 4, 24, 25, 26, 27, 28))).toEqual([28, [['sequence-gap', 1, undefined]]])
    expect(tell(happy().map((event, index) => ({ ...event, sequence_number: index + 5 })))).toEqual([
      14,
      [['sequence-gap', 1, undefined]],
    ])
  })

  test('that are swapped are taken as they come', () => {
    const { text, rules } = fold(at(0, 1, 2, 3, 5, 4, 6))
    expect([text, rules]).toEqual(['Hi there', ['sequence-gap', 'sequence-not-increasing']])
  })

  test('strict refuses a number that does not rise, and says which', () => {
    expect(() => fold(at(0, 1, 1), { strict: true })).toThrow(
      expect.objectContaining({
        sequenceNumber: 1,
        message: 'response.output_item.added: sequence not increasing (1 after 1)',
      }),
    )
  })
})
