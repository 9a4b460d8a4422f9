import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accumulate } from '../../src/snapshot/accumulate.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import { generateStream, happy, message, numbered, response } from '../../src/testing/index.js'

type Events = Parameters<typeof accumulate>[1][]

function fold(events: Events, state?: SnapshotState): SnapshotState | undefined {
  for (const event of events) state = accumulate(state, event)
  return state
}

test('B144: events are folded to the response, without a network and without being changed', () => {
  const events = deepFreeze(numbered(happy()))
  expect(fold(events)?.response).toEqual({
    ...response('completed', [message(0, 'Hi there')]),
    output_text: 'Hi there',
  })
})

test('B144: the same frozen event twice throws nothing and doubles nothing', () => {
  const opening = deepFreeze(numbered(happy().slice(0, 4)))
  const twice = opening.flatMap((event) => [event, event])
  expect(fold(twice)?.response).toEqual(fold(opening)?.response)
})

test('B144: a state is plain JSON at any point, and goes on from there to the same end', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, part) => {
      const events = deepFreeze(generateStream({ seed }))
      const cut = Math.floor(events.length * part)
      const before = fold(events.slice(0, cut))
      const restored: SnapshotState | undefined = before && JSON.parse(JSON.stringify(before))
      expect(restored).toEqual(before)
      expect(fold(events.slice(cut), restored)).toEqual(fold(events))
    }),
  )
})

test('B144: a state that was given in is not changed by what comes after it', () => {
  const events = numbered(happy())
  const before = fold(events.slice(0, 5))
  const copy = structuredClone(before)
  fold(events.slice(5), before)
  expect(before).toEqual(copy)
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
