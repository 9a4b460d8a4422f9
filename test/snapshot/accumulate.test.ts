import { expect, test } from 'vitest'
import { ProtocolError } from '../../src/errors/stream-error.js'
import { accumulate } from '../../src/snapshot/accumulate.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import { created, itemAdded, keepalive, textDelta } from '../../src/testing/event-builders.js'
import { message, response } from '../../src/testing/response-builders.js'
import { happy, numbered } from '../../src/testing/sequences.js'
import { deepFreeze } from './fold.js'

test('folds events one by one to the response, its text included', () => {
  let state: SnapshotState | undefined
  for (const event of numbered(happy())) state = accumulate(state, event)
  expect(state?.response).toEqual({
    ...response('completed', [message(0, 'Hi there')]),
    output_text: 'Hi there',
  })
})

test('changes neither the state nor the event', () => {
  const [first, second] = deepFreeze(numbered([created(), itemAdded(0)]))
  if (first === undefined || second === undefined) throw new Error('two events')
  const before = deepFreeze(accumulate(undefined, first))
  const after = accumulate(before, second)
  expect([before.response?.output.length, after.response?.output.length]).toEqual([0, 1])
})

test('has no response before an event told of one', () => {
  expect(accumulate(undefined, { ...keepalive(), sequence_number: 0 })).toEqual({
    version: 1,
    items: [],
    sequence_number: 0,
  })
})

test('tells of each finding, with the number and the item of its event', () => {
  const found: unknown[] = []
  const state = accumulate(undefined, { ...created(), sequence_number: 0 })
  accumulate(
    state,
    { ...textDelta(2, 0, 'x'), sequence_number: 1 },
    { onDiagnostic: (finding) => found.push(finding) },
  )
  const place = { severity: 'error', sequence_number: 1, output_index: 2, count: 1 }
  expect(found).toEqual([
    { ...place, rule: 'item-not-added', message: 'response.output_text.delta: item not added' },
    {
      ...place,
      rule: 'content-part-missing',
      message: 'response.output_text.delta: content part missing (0)',
    },
  ])
})

test('strict throws at the first breach and names it', () => {
  const state = accumulate(undefined, { ...created(), sequence_number: 0 })
  const broken = (): unknown =>
    accumulate(state, { ...textDelta(0, 0, 'x'), sequence_number: 1 }, { strict: true })
  expect(broken).toThrow(ProtocolError)
  expect(broken).toThrow(expect.objectContaining({ rule: 'item-not-added', sequenceNumber: 1 }))
})
