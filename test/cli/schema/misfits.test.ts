import { expect, test } from 'vitest'
import { misfits } from '../../../src/cli/schema/misfits.js'

const said = (value: unknown, schema: Record<string, unknown>) =>
  misfits(value, schema).map(({ path = [], message }) => `${path.join('.')}: ${message}`)

const recipe = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    minutes: { type: ['integer', 'null'], minimum: 5 },
    steps: { type: 'array', items: { type: 'string' }, minItems: 1 },
    kind: { enum: ['sweet', 'sour'] },
  },
  required: ['title', 'steps'],
  additionalProperties: false,
}

test('a value that fits', () => {
  expect([
    said({ title: 'Pie', minutes: null, steps: ['Bake'], kind: 'sweet' }, recipe),
    said({ title: 'Pie', minutes: 5, steps: ['Bake'] }, recipe),
  ]).toEqual([[], []])
})

test('each place that does not fit is named, with what is wrong', () => {
  expect(said({ title: '', minutes: 2.5, steps: [1], kind: 'hot', by: 'me' }, recipe)).toEqual([
    'title: it must have at least 1 character',
    'minutes: it is number instead of integer or null',
    'minutes: it must be at least 5',
    'steps.0: it is number instead of string',
    'kind: it must be one of "sweet", "sour"',
    ': "by" is not allowed',
  ])
  expect(said({}, recipe)).toEqual([': "title" is missing', ': "steps" is missing'])
})

test('references, also those that a schema makes to itself', () => {
  const tree = {
    $ref: '#/$defs/node',
    $defs: {
      node: { type: 'object', properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } } },
      loop: { $ref: '#/$defs/loop' },
    },
  }
  expect([
    said({ next: { next: null } }, tree),
    said({ next: { next: 3 } }, tree),
    said(1, { ...tree, $ref: '#/$defs/loop' }),
    said(1, { $ref: 'https://example.com/schema' }),
  ]).toEqual([[], ['next.next: it fits none of the 2 alternatives'], [], []])
})

test('of several alternatives, the one that a value comes closest to says what is wrong', () => {
  const shape = (kind: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, at: { properties: { x: { type: 'number' } } } },
  })
  const either = { oneOf: [{ type: 'string' }, shape('a')] }
  expect([said('x', either), said({ kind: 'a', at: { x: '1' } }, either)]).toEqual([
    [],
    ['at.x: it is string instead of number'],
  ])
})

test('unions in unions cost no more than the parts of the value', () => {
  let looks = 0
  const node = (kind: string) => ({
    properties: {
      get kind() {
        looks++
        return { const: kind }
      },
      next: { $ref: '#/$defs/node' },
    },
  })
  const list = { $ref: '#/$defs/node', $defs: { node: { anyOf: [node('a'), node('b')] } } }
  let value: unknown = { kind: 'c' }
  for (let depth = 0; depth < 12; depth++) value = { kind: 'a', next: value }
  expect(said(value, list)).toEqual([': it fits none of the 2 alternatives'])
  expect(looks).toBeLessThan(100)
})

test('constants and choices are compared as values', () => {
  const schema = { enum: [{ a: 1, b: [2] }] }
  expect([
    said({ b: [2], a: 1 }, schema),
    said({ a: 1, b: [3] }, schema),
    said([1], { const: [1, 2] }),
  ]).toEqual([[], [': it must be one of {"a":1,"b":[2]}'], [': it must be [1,2]']])
})

test('all of several, additional properties with a schema, a tuple and what follows it', () => {
  expect([
    said({ a: 1 }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }),
    said({ a: 1, b: 'x' }, { properties: { a: true }, additionalProperties: { type: 'number' } }),
    said([true, 1, 'x'], { prefixItems: [{ type: 'boolean' }], items: { type: 'number' } }),
    said({ a: 1 }, { properties: { a: false } }),
  ]).toEqual([
    [': "b" is missing'],
    ['b: it is string instead of number'],
    ['2: it is string instead of number'],
    ['a: nothing is allowed here'],
  ])
})

test('what it does not know says nothing', () => {
  expect(said('x', { format: 'email', 'x-mine': 1, not: { type: 'string' } })).toEqual([])
})
