import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextIndex, search, type SlotState } from '../../src/snapshot/state.js'

const slots = (indexes: readonly number[]): SlotState[] => indexes.map((index) => ({ index, rank: 0 }))

test('finds an index, or where it belongs', () => {
  expect([0, 2, 7].map((index) => search(slots([0, 2, 7]), index))).toEqual([0, 1, 2])
  expect([1, 3, 9].map((index) => ~search(slots([0, 2, 7]), index))).toEqual([1, 2, 3])
  expect(~search([], 5)).toBe(0)
})

test('in any list, as a walk through it would', () => {
  const indexes = fc.uniqueArray(fc.nat(40)).map((list) => list.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(indexes, fc.nat(40), (list, index) => {
      const at = list.indexOf(index)
      const belongs = list.filter((other) => other < index).length
      expect(search(slots(list), index)).toBe(at >= 0 ? at : ~belongs)
    }),
  )
})

test('the next index is after the last one', () => {
  expect([nextIndex([]), nextIndex(slots([0, 5]))]).toEqual([0, 6])
})
