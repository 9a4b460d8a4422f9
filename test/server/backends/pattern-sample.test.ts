import { expect, test } from 'vitest'
import { patternSample } from '../../../src/server/backends/pattern-sample.js'

test.each([
  ['^abc$', 'abc'],
  ['^[A-Z]{2}\\d{4}$', 'AA0000'],
  ['^(cat|dog)s?$', 'cats'],
  ['^(?:a|b)+[^a-c]*$', 'ad'],
  ['^\\+?[0-9 ]{7,}$', '+0000000'],
  ['^[\\w.-]+@[\\w-]+\\.\\w{2,}$', 'a@a.aa'],
  ['^#[0-9a-fA-F]{6}$', '#aaaaaa'],
  ['^x{0}y{0,3}$', 'y'],
  ['^[^\\]]$', 'a'],
  ['.*', 'a'],
  ['', ''],
])('%s', (pattern, sample) => {
  expect(patternSample(pattern)).toBe(sample)
  expect(sample).toMatch(new RegExp(pattern, 'u'))
})

test.each(['^(?=a)b', '(', '[a', '^a\\1$', '\\p{L}', 'a)'])('%s is not understood', (pattern) => {
  expect(patternSample(pattern)).toBeUndefined()
})
