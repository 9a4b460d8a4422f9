import { expect, test } from 'vitest'
import { isCutOffCall } from '../../src/structured/cut-off.js'

test.each([
  ['incomplete', '{}', true],
  ['in_progress', '{"a', true],
  ['in_progress', undefined, true],
  ['in_progress', '{}', false],
  ['completed', '{"a', false],
  [undefined, '', false],
])('a call that is %s, with the arguments %j: %j', (status, args, expected) => {
  expect(isCutOffCall({ status, arguments: args })).toBe(expected)
})
