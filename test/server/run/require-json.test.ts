import { expect, test } from 'vitest'
import { requireEvent, requireJSON } from '../../../src/server/run/require-json.js'

const cycle: Record<string, unknown> = {}
cycle.again = [cycle]

test.each([null, 1, 'x', [1, { a: undefined }], { a: { b: [{}] } }])('%j is JSON', (value) => {
  expect(() => requireJSON(value, 'It')).not.toThrow()
})

test.each<[string, unknown]>([
  ['a bigint', { a: [1n] }],
  ['a cycle, or something that is nested too deep,', cycle],
  ['an object with a toJSON method', { at: new Date(0) }],
])('%s is not, and it says so', (what, value) => {
  expect(() => requireJSON(value, 'It')).toThrow(`It cannot be written as JSON: there is ${what} in it.`)
})

test.each([undefined, null, 5, 'response.completed', []])('%j is no event', (value) => {
  expect(() => requireEvent(value)).toThrow('that is no event')
})

test.each([{}, { type: '' }, { type: 1 }, { type: 'a\nb' }, { type: 'a\r' }, { type: 'a\0' }])(
  '%j has no type that could be sent',
  (value) => {
    expect(() => requireEvent(value)).toThrow('whose type is not a string of one line')
  },
)
