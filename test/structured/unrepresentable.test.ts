import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { StandardJSONSchemaConverter } from '../../src/structured/standard-schema.js'
import { whereUnrepresentable } from '../../src/structured/unrepresentable.js'

const where = (converter: StandardJSONSchemaConverter): string =>
  whereUnrepresentable(converter, 'draft-2020-12')

test('where zod and valibot found nothing to say', () => {
  const born = z.object({ people: z.array(z.object({ born: z.date() })) })
  expect(where(born['~standard'].jsonSchema)).toBe(' at $.people[].born')
  const count = toStandardJsonSchema(v.object({ a: v.optional(v.object({ count: v.bigint() })) }))
  expect(where(count['~standard'].jsonSchema)).toBe(' at $.a.count')
})

test('every place that it may be', () => {
  const several = z.object({
    a: z.union([z.string(), z.date()]),
    b: z.tuple([z.int(), z.symbol()]),
    c: z.any(),
  })
  expect(where(several['~standard'].jsonSchema)).toBe(' at $.a or $.b[1] or $.c')
})

test('nothing where the library does not leave holes', () => {
  const fails = (): never => {
    throw new Error('no')
  }
  expect(where({ input: fails, output: fails })).toBe('')
})
