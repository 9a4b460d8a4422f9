import { expect, test } from 'vitest'
import { reasonOf } from '../../src/structured/reason-of.js'

test.each([
  [new Error('no'), 'no'],
  [{ message: 'no' }, 'no'],
  ['no', 'no'],
  [undefined, 'undefined'],
  [Symbol('no'), 'Symbol(no)'],
  [Object.create(null), 'no reason given'],
])('%o', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason)
})
