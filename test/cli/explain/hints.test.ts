import { expect, test } from 'vitest'
import { hintFor } from '../../../src/cli/explain/hints.js'

test('the code decides before the status', () => {
  expect(hintFor('insufficient_quota', 429)).toBe(
    'Check the plan and billing of the account that the key belongs to.',
  )
})

test('without a known code the status decides', () => {
  expect([hintFor('', 429), hintFor('odd', 503), hintFor('odd', 418), hintFor('')]).toEqual([
    'Wait a little, then run it again.',
    'Running it again often helps.',
    undefined,
    undefined,
  ])
})
