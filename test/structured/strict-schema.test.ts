import { describe, expect, test } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { toStrictSchema } from '../../src/structured/strict-schema.js'

const strict = (schema: Record<string, unknown>): unknown =>
  toStrictSchema(schema, { name: 'x', validated: true }).schema

/** An object with one required property. */
const withValue = (value: unknown): Record<string, unknown> => ({
  type: 'object',
  properties: { value },
  required: ['value'],
})
const strictValue = (value: unknown): unknown => ({
  ...withValue(value),
  additionalProperties: false,
})

function refusal(schema: Record<string, unknown>, validated = true): string {
  try {
    toStrictSchema(schema, { name: 'x', validated })
  } catch (error) {
    if (MillraceError.isInstance(error) && error.code === 'unsupported_schema') return error.message
    throw error
  }
  return 'accepted'
}

test('every property is required, no others are allowed, at any depth', () => {
  expect(
    strict({
      type: 'object',
      properties: { list: { type: 'array', items: withValue({ type: 'string' }) } },
      required: ['list'],
    }),
  ).toEqual({
    type: 'object',
    properties: { list: { type: 'array', items: strictValue({ type: 'string' }) } },
    required: ['list'],
    additionalProperties: false,
  })
})

test.each([
  ['a scalar', { type: 'string', description: 'd' }, { type: ['string', 'null'], description: 'd' }],
  ['an enum', { type: 'string', enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'a constant',
    { type: 'string', const: 'a' },
    { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
  ],
  [
    'a list',
    { type: 'array', items: { type: 'string' } },
    { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
  ],
  [
    'a union',
    { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'd' },
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }], description: 'd' },
  ],
  ['a reference', { $ref: '#' }, { anyOf: [{ $ref: '#' }, { type: 'null' }] }],
  ['what is nullable already', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
])('optional becomes nullable: %s', (_, property, expected) => {
  expect(strict({ type: 'object', properties: { value: property } })).toEqual(strictValue(expected))
})

test.each([
  [
    'oneOf is anyOf',
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  ['a constant gets its type', { const: 1 }, { type: 'number', const: 1 }],
  ['an enum gets its types', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'notes are left out',
    { type: 'string', default: 'a', examples: ['b'], $comment: 'c' },
    { type: 'string' },
  ],
  [
    'limits are kept',
    { type: 'string', minLength: 1, pattern: '^a', format: 'email' },
    { type: 'string', minLength: 1, pattern: '^a', format: 'email' },
  ],
  ['a format that the API does not know is left out', { type: 'string', format: 'uri' }, { type: 'string' }],
  ['a pattern that looks around is left out', { type: 'string', pattern: '^(?!a)' }, { type: 'string' }],
  [
    'a reference with a description is a union of one',
    { $ref: '#', description: 'd' },
    { anyOf: [{ $ref: '#' }], description: 'd' },
  ],
  [
    'allOf of objects is one object',
    {
      allOf: [
        withValue({ type: 'string' }),
        { type: 'object', properties: { more: { type: 'number' } }, required: ['more'] },
      ],
    },
    {
      type: 'object',
      properties: { value: { type: 'string' }, more: { type: 'number' } },
      required: ['value', 'more'],
      additionalProperties: false,
    },
  ],
])('%s', (_, value, expected) => {
  expect(strict(withValue(value))).toEqual(strictValue(expected))
})

test('definitions are converted too, and a root that refers to one becomes it', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
  const strictNode = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
    required: ['next'],
    additionalProperties: false,
  }
  expect(strict({ $ref: '#/$defs/node', $defs: { node } })).toEqual({
    ...strictNode,
    $defs: { node: strictNode },
  })
})

test('a strict schema stays as it is', () => {
  const once = strict({
    type: 'object',
    properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'array', items: { type: 'number' } }] } },
  })
  expect(strict(once as Record<string, unknown>)).toEqual(once)
})

test('a property named __proto__ stays a property', () => {
  const schema: unknown = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  )
  expect(JSON.stringify(strict(schema as Record<string, unknown>))).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
  )
})

describe('what strict mode cannot express is refused with its path', () => {
  const at = (
    path: string,
    why: string,
    advice = 'Change the schema there, or pass strict: false.',
  ): string => `The schema of "x" cannot be expressed in strict mode at ${path}: ${why}. ${advice}`

  test.each([
    [
      'a record',
      { type: 'object', additionalProperties: { type: 'string' } },
      at(
        '$.value',
        'it has keys of any name (additionalProperties)',
        'List its properties, or pass strict: false.',
      ),
    ],
    [
      'an object of any shape',
      { type: 'object' },
      at('$.value', 'it is an object of any shape (it has no properties)'),
    ],
    [
      'something in a list',
      { type: 'array', items: withValue({}) },
      at('$.value[].value', 'it accepts anything'),
    ],
    ['true', true, at('$.value', 'it accepts anything')],
    ['a list of anything', { type: 'array' }, at('$.value', 'it is a list of anything (it has no items)')],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }] },
      at('$.value', 'it is a tuple (prefixItems)'),
    ],
    [
      'an old tuple',
      { type: 'array', items: [{ type: 'string' }] },
      at('$.value', 'it is a tuple (items is a list)'),
    ],
    ['not', { not: { type: 'string' } }, at('$.value', 'it says what a value must not be (not)')],
    ['if', { type: 'string', if: {} }, at('$.value', 'it depends on a condition (if)')],
    [
      'patternProperties',
      { type: 'object', patternProperties: {} },
      at('$.value', 'its keys follow a pattern (patternProperties)'),
    ],
    [
      'allOf of what cannot be merged',
      {
        allOf: [
          { type: 'string', minLength: 1 },
          { type: 'string', maxLength: 2 },
        ],
      },
      at('$.value', 'it must fit several schemas at once (allOf)'),
    ],
    [
      'a reference to nowhere',
      { $ref: '#/$defs/missing' },
      at('$.value', '"#/$defs/missing" refers to nothing in the $defs of the schema'),
    ],
    ['an empty union', { anyOf: [] }, at('$.value', 'no value fits it')],
    [
      'a union beside properties',
      { anyOf: [{ type: 'object' }], properties: {} },
      at('$.value', 'it must fit a union and something else at once'),
    ],
    [
      'a reference beside something else',
      { $ref: '#', minProperties: 1 },
      at('$.value', 'it must fit a reference and something else at once'),
    ],
    ['no schema at all', 'string', at('$.value', 'it is no schema')],
  ])('%s', (_, value, message) => {
    expect(refusal(withValue(value))).toBe(message)
  })

  test('a name that is no identifier is quoted', () => {
    expect(refusal({ type: 'object', properties: { 'a b': {} } })).toBe(at('$["a b"]', 'it accepts anything'))
  })

  test('a definition has its place as the path', () => {
    expect(refusal({ ...withValue({ $ref: '#/$defs/A' }), $defs: { A: {} } })).toBe(
      at('$.$defs.A', 'it accepts anything'),
    )
  })

  test.each([
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a union of objects', { anyOf: [withValue({ type: 'string' }), withValue({ type: 'number' })] }],
  ])('a root that is %s', (_, root) => {
    expect(refusal(root)).toBe(at('$', 'its root is not an object', 'Put it into a property of an object.'))
  })

  test('a limit that the API does not take, when nothing else would check it', () => {
    const unique = withValue({ type: 'array', items: { type: 'string' }, uniqueItems: true })
    expect(refusal(unique)).toBe('accepted')
    expect(refusal(unique, false)).toBe(
      at(
        '$.value',
        'the API does not take this uniqueItems, and without a schema library nothing else checks it',
      ),
    )
  })
})
