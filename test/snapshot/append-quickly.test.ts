import { expect, test } from 'vitest'
import { accumulate } from '../../src/snapshot/accumulate.js'
import { appendQuickly } from '../../src/snapshot/append-quickly.js'
import { createDiagnostics } from '../../src/snapshot/diagnostics.js'
import { foldEvent } from '../../src/snapshot/fold-event.js'
import { closeFold, openFold } from '../../src/snapshot/open-fold.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import {
  argumentsDelta,
  completed,
  created,
  functionCallAdded,
  itemAdded,
  keepalive,
  partAdded,
  reasoningAdded,
  summaryDelta,
  summaryPartAdded,
  textDelta,
  textDone,
} from '../../src/testing/event-builders.js'
import { numbered } from '../../src/testing/sequences.js'
import { deepFreeze, loose } from './fold.js'

const opening = [
  created(),
  itemAdded(0),
  partAdded(0, 0),
  functionCallAdded(1),
  reasoningAdded(2),
  summaryPartAdded(2, 0),
  itemAdded(4),
  partAdded(4, 0),
]

/** Folds an opening, then the event: by the short cut if it takes it, and by the reducers. */
function bothWays(
  before: readonly object[],
  event: object,
): { quick: boolean; byQuick: SnapshotState; byReducer: SnapshotState } {
  const events = deepFreeze(numbered([...before, event])).map(loose)
  const last = events.at(-1)
  if (last === undefined) throw new Error('no event')
  const opened = events
    .slice(0, -1)
    .reduce<SnapshotState | undefined>((state, one) => accumulate(state, one), undefined)
  const fold = openFold(deepFreeze(opened), createDiagnostics())
  const quick = appendQuickly(fold, last)
  if (!quick) foldEvent(fold, last)
  return { quick, byQuick: closeFold(fold), byReducer: accumulate(opened, last) }
}

const quickOnes = {
  text: textDelta(0, 0, 'x'),
  arguments: argumentsDelta(1, '{'),
  summary: summaryDelta(2, 0, 'x'),
  'empty text': textDelta(0, 0, ''),
  'null logprobs': { ...textDelta(0, 0, 'x'), logprobs: null },
}

test.each(Object.entries(quickOnes))('%s is appended, as the reducer would', (_name, event) => {
  const { quick, byQuick, byReducer } = bothWays(opening, event)
  expect(quick).toBe(true)
  expect(byQuick).toEqual(byReducer)
})

const oddOnes: Record<string, [before: readonly object[], event: object]> = {
  'a number that is not the next': [opening, { ...textDelta(0, 0, 'x'), sequence_number: 99 }],
  'a number that is none': [opening, { ...textDelta(0, 0, 'x'), sequence_number: 7.5 }],
  'another id': [opening, { ...textDelta(0, 0, 'x'), item_id: 'other' }],
  'an unknown item': [opening, textDelta(9, 0, 'x')],
  'an item after a gap': [opening, textDelta(4, 0, 'x')],
  'an unknown part': [opening, textDelta(0, 1, 'x')],
  'an index that is no number': [opening, { ...textDelta(0, 0, 'x'), content_index: null }],
  'the text of a call': [opening, { ...textDelta(1, 0, 'x'), item_id: 'fc_1' }],
  'a closed text': [[...opening, textDone(0, 0, 'x')], textDelta(0, 0, 'y')],
  'a delta that is no string': [opening, { ...textDelta(0, 0, 'x'), delta: 7 }],
  logprobs: [opening, { ...textDelta(0, 0, 'x'), logprobs: [{ token: 'x', logprob: -1 }] }],
  'the end': [[...opening, completed([])], textDelta(0, 0, 'x')],
  'another event': [opening, keepalive()],
}

test.each(Object.entries(oddOnes))('%s is left to the reducer', (_name, [before, event]) => {
  const { quick, byQuick, byReducer } = bothWays(before, event)
  expect(quick).toBe(false)
  expect(byQuick).toEqual(byReducer)
})
