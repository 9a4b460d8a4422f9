import { expect, test } from 'vitest'
import { mergeAllOf } from '../../src/structured/merge-all-of.js'

const text = { type: 'string' }
const objectWith = (...keys: string[]): Record<string, unknown> => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, text])),
  required: keys,
})

test('the only one takes over, with the notes around it', () => {
  const schema = { description: 'outer', allOf: [{ ...text, description: 'inner', minLength: 1 }] }
  expect(mergeAllOf(schema, schema)).toEqual({ type: 'string', description: 'outer', minLength: 1 })
})

test('objects become one, nested, referred to and from beside the allOf', () => {
  const schema = {
    ...objectWith('own'),
    allOf: [{ $ref: '#/$defs/far' }, { allOf: [objectWith('a'), objectWith('b')] }],
    $defs: { far: objectWith('far') },
  }
  expect(mergeAllOf(schema, schema)).toEqual({
    ...objectWith('own', 'far', 'a', 'b'),
    $defs: { far: objectWith('far') },
  })
})

test('a property that all describe alike is one property', () => {
  const schema = { allOf: [objectWith('a'), objectWith('a', 'b')] }
  expect(mergeAllOf(schema, schema)).toEqual(objectWith('a', 'b'))
})

test.each([
  [
    'a property is described twice',
    [objectWith('a'), { type: 'object', properties: { a: { type: 'number' } } }],
  ],
  ['one is no object', [objectWith('a'), text]],
  ['one is open', [objectWith('a'), { ...objectWith('b'), additionalProperties: text }]],
  ['one asks for more than properties', [objectWith('a'), { ...objectWith('b'), minProperties: 1 }]],
  ['a reference has company', [objectWith('a'), { $ref: '#', minProperties: 1 }]],
  ['a reference leads nowhere', [objectWith('a'), { $ref: '#/$defs/missing' }]],
  ['one is no schema', [objectWith('a'), true]],
  ['there are none', []],
])('there is no such schema where %s', (_, allOf) => {
  expect(mergeAllOf({ allOf }, { allOf })).toBeUndefined()
})
