import { expect, test } from 'vitest'
import { limitChecks } from '../../../src/cli/schema/limits.js'

test.each([
  ['minimum', 5, 5, 4.9, 'it must be at least 5'],
  ['maximum', 5, 5, 5.1, 'it must be at most 5'],
  ['exclusiveMinimum', 5, 5.1, 5, 'it must be above 5'],
  ['exclusiveMaximum', 5, 4.9, 5, 'it must be below 5'],
  ['multipleOf', 0.1, 0.3, 0.35, 'it must be a multiple of 0.1'],
  ['minLength', 2, 'ab', '👍', 'it must have at least 2 characters'],
  ['maxLength', 1, '👍', 'ab', 'it must have at most 1 character'],
  ['minItems', 1, [1], [], 'it must have at least 1 element'],
  ['maxItems', 1, [1], [1, 2], 'it must have at most 1 element'],
  ['minProperties', 1, { a: 1 }, {}, 'it must have at least 1 key'],
  ['maxProperties', 0, {}, { a: 1 }, 'it must have at most 0 keys'],
  ['pattern', '^a+$', 'aa', 'ab', 'it must match ^a+$'],
])('%s %j takes %j, and of %j says: %s', (keyword, limit, good, bad, message) => {
  const check = limitChecks[keyword]
  expect([check?.(good, limit), check?.(bad, limit), check?.(true, limit)]).toEqual([
    undefined,
    message,
    undefined,
  ])
})

test('a pattern that is none here is left to the server', () => {
  expect(limitChecks.pattern?.('a', '(?i)a')).toBe(undefined)
})
