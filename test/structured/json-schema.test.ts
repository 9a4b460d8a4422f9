import { describe, expect, test } from 'vitest'
import { acceptsNull, resolveRef, typesOf } from '../../src/structured/json-schema.js'

describe('types', () => {
  test.each([
    [{ type: 'string' }, ['string']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ const: null }, ['null']],
    [{ enum: ['a', 'b', 1, null] }, ['string', 'number', 'null']],
    [{ const: [] }, ['array']],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{}, undefined],
  ])('of %o', (schema, types) => {
    expect(typesOf(schema)).toEqual(types)
  })
})

describe('references', () => {
  const target = { type: 'string' }
  const root = { $defs: { 'a/b~c d': target, no: 1 }, definitions: { e: target }, properties: { f: target } }

  test.each([
    ['#', root],
    ['#/$defs/a~1b~0c%20d', target],
    ['#/definitions/e', target],
    ['#/$defs/missing', undefined],
    ['#/$defs/toString', undefined],
    ['#/$defs/no', undefined],
    ['#/$defs/%', undefined],
    ['#/properties/f', undefined],
    ['#/$defs/a/b', undefined],
    ['other.json#/$defs/a', undefined],
    [1, undefined],
  ])('%s', (ref, expected) => {
    expect(resolveRef(root, ref)).toBe(expected)
  })
})

describe('null fits', () => {
  const root = {
    $defs: {
      nullable: { type: ['string', 'null'] },
      text: { type: 'string' },
      loop: { $ref: '#/$defs/loop' },
    },
  }

  test.each([
    [true, true],
    [false, false],
    [{}, true],
    [{ type: 'null' }, true],
    [{ type: 'string' }, false],
    [{ type: ['string', 'null'], enum: ['a'] }, false],
    [{ const: null }, true],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
    [{ oneOf: [{ type: 'string' }] }, false],
    [{ allOf: [{}, { type: 'string' }] }, false],
    [{ $ref: '#/$defs/nullable' }, true],
    [{ $ref: '#/$defs/text' }, false],
    [{ $ref: '#/$defs/loop' }, false],
    [{ $ref: '#/$defs/missing' }, false],
  ])('%o: %s', (schema, expected) => {
    expect(acceptsNull(schema, root)).toBe(expected)
  })
})
