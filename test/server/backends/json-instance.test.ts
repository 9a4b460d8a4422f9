import { describe, expect, test } from 'vitest'
import { jsonInstance } from '../../../src/server/backends/json-instance.js'

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', minLength: 12 }, 'text and so on'],
  [{ type: 'string', maxLength: 2 }, 'te'],
  [{ type: 'string', format: 'date' }, '2026-01-01'],
  [{ type: 'string', pattern: '^[A-Z]{3}-\\d+$' }, 'AAA-0'],
  [{ type: 'string', enum: ['red', 'blue'] }, 'red'],
  [{ const: 7 }, 7],
  [{ type: 'integer' }, 1],
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: 'integer', maximum: -3 }, -3],
  [{ type: 'integer', exclusiveMinimum: 5 }, 6],
  [{ type: 'integer', minimum: 5, multipleOf: 4 }, 8],
  [{ type: 'integer', minimum: 0.5 }, 1],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'number', maximum: 0.5 }, 0.5],
  [{ type: 'boolean' }, true],
  [{ type: 'null' }, null],
  [{ type: ['null', 'string'] }, 'text'],
  [{ type: 'array', items: { type: 'integer' } }, [1]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true }, ['a', 'b']],
  [{ type: 'array', maxItems: 0 }, []],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }], items: false }, [1, true]],
  [{ type: 'object' }, {}],
  [{ properties: { city: { type: 'string' }, days: { type: 'integer' } } }, { city: 'city', days: 1 }],
  [{ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }, { a: 1 }],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
  [{ oneOf: [{ type: 'object', properties: { kind: { const: 'a' } } }] }, { kind: 'a' }],
  [
    {
      allOf: [
        { properties: { a: { type: 'integer' } } },
        { properties: { b: { type: 'boolean' } }, required: ['b'] },
      ],
    },
    { a: 1, b: true },
  ],
  [{ $ref: '#/$defs/x~1y', $defs: { 'x/y': { type: 'integer', minimum: 2 } } }, 2],
  [{}, 'text'],
  [true, 'text'],
  [{ $ref: 'https://example.com/schema' }, 'text'],
])('%j', (schema, value) => {
  expect(jsonInstance(schema)).toEqual(value)
})

test('text takes the place of names', () => {
  expect(
    jsonInstance({ properties: { city: { type: 'string' }, unit: { enum: ['c'] } } }, { text: 'Paris' }),
  ).toEqual({ city: 'Paris', unit: 'c' })
})

describe('recursive schemas end', () => {
  test('where they may', () => {
    const node = {
      type: 'object',
      properties: {
        value: { type: 'integer' },
        next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      },
      required: ['value', 'next'],
    }
    const value = jsonInstance({ $ref: '#/$defs/node', $defs: { node } })
    expect(JSON.stringify(value)).toMatch(/^(\{"value":1,"next":)+null\}+$/)
  })

  test('in lists too', () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      required: ['children'],
    }
    expect(JSON.stringify(jsonInstance(tree))).toMatch(/^(\{"children":\[)+(\]\})+$/)
  })

  test('even where they cannot', () => {
    expect(jsonInstance({ $ref: '#' })).toBeNull()
  })
})
