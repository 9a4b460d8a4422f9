import { expect, test } from 'vitest'
import { restoreAbsent } from '../../src/structured/restore-absent.js'
import { toStrictSchema } from '../../src/structured/strict-schema.js'

/** What is left of a strict value for the schema that it was made of. */
function restored(schema: Record<string, unknown>, value: unknown): unknown {
  restoreAbsent(value, toStrictSchema(schema, { name: 'x', validated: true }))
  return value
}

const text = { type: 'string' }
const optional = { type: 'object', properties: { a: text } }

test('a null in an optional property becomes absent', () => {
  expect(restored(optional, { a: null })).toEqual({})
})

test('a null that the schema allows stays', () => {
  const schema = {
    type: 'object',
    properties: { optional: { type: ['string', 'null'] }, required: { type: ['string', 'null'] } },
    required: ['required'],
  }
  expect(restored(schema, { optional: null, required: null })).toEqual({ optional: null, required: null })
})

test('a null in a required property stays, and is for the schema to refuse', () => {
  expect(restored({ ...optional, required: ['a'] }, { a: null })).toEqual({ a: null })
})

test('at any depth: in objects, lists, definitions and references to the root', () => {
  const schema = {
    type: 'object',
    properties: {
      inner: optional,
      list: { type: 'array', items: { $ref: '#/$defs/item' } },
      next: { $ref: '#' },
    },
    $defs: { item: optional },
  }
  const value = {
    inner: { a: null },
    list: [{ a: null }, { a: 'x' }],
    next: { inner: null, list: null, next: null },
  }
  expect(restored(schema, value)).toEqual({ inner: {}, list: [{}, { a: 'x' }], next: {} })
})

test('in the branch of a union that the value fits', () => {
  const branch = (kind: string, properties: object, required: string[]): object => ({
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...required],
  })
  const schema = {
    type: 'object',
    properties: {
      value: {
        oneOf: [branch('x', { a: { type: ['string', 'null'] } }, ['a']), branch('y', { a: text }, []), text],
      },
    },
    required: ['value'],
  }
  expect(restored(schema, { value: { kind: 'x', a: null } })).toEqual({ value: { kind: 'x', a: null } })
  expect(restored(schema, { value: { kind: 'y', a: null } })).toEqual({ value: { kind: 'y' } })
  expect(restored(schema, { value: 'text' })).toEqual({ value: 'text' })
})

test('by the types of a union, where they tell enough, although the rest does not fit', () => {
  const schema = { type: 'object', properties: { value: optional } }
  expect(restored(schema, { value: { a: null, extra: 1 } })).toEqual({ value: { extra: 1 } })
})

test('a union of lists is told apart by their elements', () => {
  const listOf = (items: unknown): unknown => ({ type: 'array', items })
  const schema = {
    type: 'object',
    properties: {
      value: { anyOf: [listOf({ type: 'integer' }), listOf({ enum: ['a'] }), listOf(optional)] },
    },
    required: ['value'],
  }
  expect(restored(schema, { value: [{ a: null }] })).toEqual({ value: [{}] })
})

test('a value that fits nothing stays as it is', () => {
  expect(restored(optional, 'text')).toBe('text')
  expect(restored(optional, null)).toBe(null)
  expect(restored(optional, { b: null })).toEqual({ b: null })
})

test('a union in a union in a union is looked at once', () => {
  const kind = (name: string): object => ({
    type: 'object',
    properties: { inner: { $ref: '#/$defs/any' }, note: text, kind: { const: name } },
    required: ['kind'],
  })
  const schema = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/any' } },
    $defs: { any: { anyOf: [kind('a'), kind('b')] } },
  }
  const nested = (inner: unknown, depth: number): unknown =>
    depth === 0 ? inner : nested({ ...(inner !== null && { inner }), note: null, kind: 'b' }, depth - 1)
  const value = restored(schema, { root: nested(null, 60) })
  expect(JSON.stringify(value)).not.toContain('null')
})
