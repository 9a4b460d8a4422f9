import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readSchema } from '../../src/structured/schema-source.js'
import type { StandardSchemaV1 } from '../../src/structured/standard-schema.js'

const json = { type: 'object', properties: {} }

/** As a library that writes some targets only. */
function writing(targets: string[]): StandardSchemaV1 {
  const input = ({ target }: { target: string }): Record<string, unknown> => {
    if (!targets.includes(target)) throw new Error(`unknown target ${target}.`)
    return { $comment: target }
  }
  const validate = (value: unknown): { value: unknown } => ({ value })
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input, output: input } } }
}

test('the newest JSON Schema that the library writes', () => {
  const newest = writing(['draft-07', 'draft-2020-12'])
  const older = writing(['draft-07'])
  expect(readSchema(newest, 'x', undefined)).toEqual({
    json: { $comment: 'draft-2020-12' },
    validator: newest,
  })
  expect(readSchema(older, 'x', undefined)).toEqual({ json: { $comment: 'draft-07' }, validator: older })
})

test('the one handed in comes first', () => {
  const schema = v.object({})
  expect(readSchema(schema, 'x', json)).toEqual({ json, validator: schema })
})

test('a schema that is a function, as those of arktype are', () => {
  const schema = Object.assign(() => {}, writing(['draft-07']))
  expect(readSchema(schema, 'x', undefined).validator).toBe(schema)
})

test('plain JSON Schema has no validator', () => {
  expect(readSchema(json, 'x', undefined)).toEqual({ json, validator: undefined })
})

test('a library that writes no JSON Schema is refused, with what to do', () => {
  expect(() => readSchema(v.object({}), 'person', undefined)).toThrow(
    expect.objectContaining({
      code: 'unsupported_schema',
      message:
        'valibot says nothing of JSON Schema for "person". Pass it as the option jsonSchema (for valibot, wrap the schema in toStandardJsonSchema of @valibot/to-json-schema).',
    }),
  )
})

test('a schema that JSON Schema cannot express is refused with the reason of the library, and where', () => {
  expect(() => readSchema(z.object({ day: z.date() }), 'person', undefined)).toThrow(
    expect.objectContaining({
      code: 'unsupported_schema',
      message:
        'zod finds no JSON Schema for "person" at $.day: Date cannot be represented in JSON Schema. Change the schema, or pass the option jsonSchema.',
      cause: expect.any(Error),
    }),
  )
})
