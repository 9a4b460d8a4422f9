import { expect, test } from 'vitest'
import { argumentLines } from '../../../src/cli/render/arguments.js'

test('one argument a line, as JSON values', () => {
  expect(argumentLines('{"city":"Paris","days":3,"units":["C"],"at":null}')).toEqual([
    'city: "Paris"',
    'days: 3',
    'units: ["C"]',
    'at: null',
  ])
})

test('a text of several lines becomes a paragraph', () => {
  expect(argumentLines('{"code":"a = 1\\nprint(a)\\n"}')).toEqual(['code:', '  a = 1', '  print(a)'])
})

test('what is not a JSON object is shown as it is', () => {
  expect(
    ['{"city":"Par', '{"a":1}{"b":2}', 'null', '', '[1]', undefined, { a: 1 }].map(argumentLines),
  ).toEqual([['{"city":"Par'], ['{"a":1}{"b":2}'], ['null'], [], ['[1]'], [], ['a: 1']])
})
