import { expect, test } from 'vitest'
import { createGrowingValues, type GrowingValues } from '../../src/stream/growing-values.js'
import type { ValueDeclaration } from '../../src/structured/declaration.js'
import { openPartial } from '../../src/structured/partial-value.js'

const declaring = (): ValueDeclaration<unknown> => ({ parse: (text) => ({ parsed: text }), openPartial })
const json = declaring()

function grown(values: GrowingValues, text: string, delta?: string): unknown {
  return values.grow('0/0', json, text, delta)?.value
}

test('a value is one object, whether its text comes as deltas or at once', () => {
  const values = createGrowingValues()
  const first = grown(values, '{"a"', '{"a"')
  expect(grown(values, '{"a":1,', ':1,')).toBe(first)
  expect(grown(values, '{"a":1,"b":2}')).toBe(first)
  expect(first).toEqual({ a: 1, b: 2 })
})

test('a text that was replaced has a value of its own', () => {
  const values = createGrowingValues()
  const first = grown(values, '{"a":1', '{"a":1')
  expect(grown(values, '{"b":12345}')).toEqual({ b: 12345 })
  expect(first).toEqual({})
})

test('one that was replaced by another of its length is told by the distrust', () => {
  const values = createGrowingValues()
  grown(values, '{"a":1,', '{"a":1,')
  values.distrust()
  expect(grown(values, '{"c":9,"d":3}', '"d":3}')).toEqual({ c: 9, d: 3 })
})

test('another declaration begins again', () => {
  const values = createGrowingValues()
  const first = grown(values, '{"a":1,', '{"a":1,')
  const second = values.grow('0/0', declaring(), '{"a":1,"b":2}', '"b":2}')?.value
  expect([first, second]).toEqual([{ a: 1 }, { a: 1, b: 2 }])
})

test('a declaration without partial values has none', () => {
  expect(createGrowingValues().grow('0/0', { parse: json.parse }, '{}')).toBeUndefined()
})

test('the texts are told as they were seen last', () => {
  const values = createGrowingValues()
  grown(values, '{"a"', '{"a"')
  grown(values, '{"a":1}', ':1}')
  expect(values.texts()).toEqual(new Set(['{"a":1}']))
})
