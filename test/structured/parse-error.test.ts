import { expect, test } from 'vitest'
import { mismatch, schemaThrew } from '../../src/structured/parse-error.js'

test('the path stands in front of the message, keys of any form included', () => {
  expect(mismatch([{ message: 'is wrong', path: ['list', 0, { key: 'a b' }, Symbol('s')] }])).toEqual({
    code: 'schema_mismatch',
    message: '$.list[0]["a b"]["Symbol(s)"]: is wrong',
    path: ['list', 0, 'a b', 'Symbol(s)'],
  })
})

test('of many issues the first five are told, and the path is that of the first', () => {
  const issues = Array.from({ length: 7 }, (_, n) => ({ message: `no ${n}`, path: [n] }))
  expect(mismatch(issues)).toEqual({
    code: 'schema_mismatch',
    message: '$[0]: no 0; $[1]: no 1; $[2]: no 2; $[3]: no 3; $[4]: no 4; and 2 more',
    path: [0],
  })
})

test('a schema that refuses without issues says so all the same', () => {
  expect(mismatch([])).toEqual({
    code: 'schema_mismatch',
    message: 'The value does not fit the schema.',
    path: [],
  })
})

test('what is thrown may be anything', () => {
  const error = schemaThrew('text')
  expect(error).toEqual({ code: 'schema_threw', message: 'The schema threw: text', path: [] })
  expect(error.cause).toBe('text')
})

test('what was thrown is not written into JSON: it may be a circle', () => {
  const cause: Error & { self?: unknown } = new Error('no')
  cause.self = cause
  expect(JSON.parse(JSON.stringify([schemaThrew(cause), mismatch([{ message: 'no' }], cause)]))).toEqual([
    { code: 'schema_threw', message: 'The schema threw: no', path: [] },
    { code: 'schema_mismatch', message: 'no', path: [] },
  ])
})
