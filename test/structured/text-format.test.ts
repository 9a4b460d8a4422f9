import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { zodTextFormat as zodTextFormat6 } from 'openai/helpers/zod'
import { zodTextFormat as zodTextFormat7 } from 'openai-v7/helpers/zod'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { declaration } from '../../src/structured/declaration.js'
import type { StandardSchemaV1 } from '../../src/structured/standard-schema.js'
import { textFormat } from '../../src/structured/text-format.js'

/** As it goes over the wire. */
const sent = (format: object): unknown => JSON.parse(JSON.stringify(format))

const pairSchema = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: ['number', 'null'] } },
  required: ['a', 'b'],
  additionalProperties: false,
}

describe.each([
  ['zod', z.object({ a: z.string(), b: z.number().optional() })],
  ['valibot', toStandardJsonSchema(v.object({ a: v.string(), b: v.optional(v.number()) }))],
])('with a schema of %s', (_, schema) => {
  const format = textFormat(schema, 'pair', { description: 'Two things.' })
  const { parse } = format[declaration]

  test('is sent as a strict JSON Schema', () => {
    expect(sent(format)).toEqual({
      type: 'json_schema',
      name: 'pair',
      description: 'Two things.',
      schema: pairSchema,
      strict: true,
    })
  })

  test('a value is read, with what is null in place of absent left out', async () => {
    expect(await parse('{"a":"x","b":1}')).toEqual({ parsed: { a: 'x', b: 1 } })
    expect(await parse('{"a":"x","b":null}')).toEqual({ parsed: { a: 'x' } })
  })
})

describe('B097: what does not fit is an answer, not an exception', () => {
  const { parse } = textFormat(z.object({ a: z.string(), b: z.number() }), 'pair')[declaration]

  test('a wrong type, with its path', () => {
    expect(parse('{"a":"x","b":"no"}')).toEqual({
      parse_error: {
        code: 'schema_mismatch',
        message: '$.b: Invalid input: expected number, received string',
        path: ['b'],
      },
    })
  })

  test('a code fence, which is not taken off', () => {
    expect(parse('```json\n{"a":"x","b":1}\n```')).toEqual({
      parse_error: {
        code: 'invalid_json',
        message: 'The text is not JSON alone: it is wrapped in a code fence (```).',
        path: [],
      },
    })
  })

  test('no text', () => {
    expect(parse('')).toEqual({
      parse_error: {
        code: 'invalid_json',
        message: 'The text is empty.',
        path: [],
      },
    })
  })

  test('null is for the schema to judge', () => {
    expect(parse('null')).toEqual({
      parse_error: {
        code: 'schema_mismatch',
        message: 'Invalid input: expected object, received null',
        path: [],
      },
    })
  })
})

test('a transform gives the value it makes', () => {
  const schema = z.object({ day: z.string().transform((text) => new Date(text)) })
  const { parse } = textFormat(schema, 'day')[declaration]
  expect(parse('{"day":"2026-01-02"}')).toEqual({ parsed: { day: new Date('2026-01-02') } })
})

test('a default is filled in for what the model left null', () => {
  const { parse } = textFormat(z.object({ n: z.number().default(3) }), 'n')[declaration]
  expect(parse('{"n":null}')).toEqual({ parsed: { n: 3 } })
})

test('a recursive schema is sent as a reference and read at any depth', () => {
  const tree = z.object({
    name: z.string(),
    get children() {
      return z.array(tree).optional()
    },
  })
  const format = textFormat(tree, 'tree')
  expect(format.schema).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      children: { anyOf: [{ type: 'array', items: { $ref: '#' } }, { type: 'null' }] },
    },
    required: ['name', 'children'],
    additionalProperties: false,
  })
  expect(format[declaration].parse('{"name":"a","children":[{"name":"b","children":null}]}')).toEqual({
    parsed: { name: 'a', children: [{ name: 'b' }] },
  })
})

test('with strict: false the schema is sent as the library writes it, and null is not taken out', () => {
  const format = textFormat(z.record(z.string(), z.number()), 'counts', { strict: false })
  expect(format.strict).toBe(false)
  expect(format.schema).toMatchObject({ type: 'object', additionalProperties: { type: 'number' } })
  expect(format[declaration].parse('{"a":1}')).toEqual({ parsed: { a: 1 } })
  expect(format[declaration].parse('{"a":null}')).toMatchObject({
    parse_error: { message: '$.a: Invalid input: expected number, received null' },
  })
})

describe('an asynchronous schema', () => {
  const { parse } = textFormat(
    z.object({ user: z.string().refine((name) => Promise.resolve(name === 'ada'), 'unknown user') }),
    'user',
  )[declaration]

  test('gives a promise of the value', async () => {
    const result = parse('{"user":"ada"}')
    expect(result).toBeInstanceOf(Promise)
    expect(await result).toEqual({ parsed: { user: 'ada' } })
  })

  test('and of what is wrong', async () => {
    expect(await parse('{"user":"bob"}')).toEqual({
      parse_error: { code: 'schema_mismatch', message: '$.user: unknown user', path: ['user'] },
    })
  })
})

describe('a schema that throws or rejects', () => {
  const cause = new Error('no database')
  const schemaThat = (validate: () => never | Promise<never>): StandardSchemaV1 => ({
    '~standard': { version: 1, vendor: 'test', validate },
  })

  test.each([
    [
      'throws',
      schemaThat(() => {
        throw cause
      }),
    ],
    ['rejects', schemaThat(() => Promise.reject(cause))],
  ])('that %s is a parse error', async (_, schema) => {
    const format = textFormat(schema, 'x', { jsonSchema: { type: 'object', properties: {} } })
    expect(await format[declaration].parse('{}')).toEqual({
      parse_error: { code: 'schema_threw', message: 'The schema threw: no database', path: [] },
    })
  })
})

describe('with plain JSON Schema', () => {
  const format = textFormat(
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
    'pair',
  )

  test('is made strict too', () => {
    expect(sent(format)).toEqual({ type: 'json_schema', name: 'pair', schema: pairSchema, strict: true })
  })

  test('the value is what JSON.parse gives, and nothing looks at it', () => {
    expect(format[declaration].parse('{"a":1,"b":null,"c":null}')).toEqual({ parsed: { a: 1, c: null } })
  })
})

describe.each([
  ['openai 6', zodTextFormat6],
  ['openai 7', zodTextFormat7],
])('with a format of %s', (_, zodTextFormat) => {
  const theirs = zodTextFormat(z.object({ a: z.string() }), 'theirs')
  const format = textFormat(theirs)

  test('is sent as they made it', () => {
    expect(sent(format)).toEqual({
      type: 'json_schema',
      name: 'theirs',
      strict: true,
      schema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      },
    })
    expect(textFormat(theirs, 'ours')).toMatchObject({ name: 'ours' })
  })

  test('its parser is used, and partial values are added', () => {
    const { parse, openPartial } = format[declaration]
    expect(parse('{"a":"x"}')).toEqual({ parsed: { a: 'x' } })
    const partial = openPartial?.()
    partial?.push('{"a":"x')
    expect(partial?.value).toEqual({ a: 'x' })
  })
})
