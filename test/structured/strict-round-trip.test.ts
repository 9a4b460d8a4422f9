import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { test } from 'vitest'
import { restoreAbsent } from '../../src/structured/restore-absent.js'
import { toStrictSchema } from '../../src/structured/strict-schema.js'

/** A schema, a value that fits it, and the same value as a model writes it in strict mode. */
interface Sample {
  schema: Record<string, unknown>
  value: unknown
  written: unknown
}

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.string().map((value) => ({ schema: { type: 'string' }, value, written: value })),
  fc.integer().map((value) => ({ schema: { type: 'integer' }, value, written: value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value, written: value })),
  fc
    .constantFrom('a', null)
    .map((value) => ({ schema: { type: ['string', 'null'] }, value, written: value })),
  fc.constantFrom('a', 'b').map((value) => ({ schema: { enum: ['a', 'b'] }, value, written: value })),
)

const keys = fc.constantFrom('a', 'b', 'c', 'toString', '__proto__', 'kind')

function objectOf(
  properties: (readonly [key: string, sample: Sample, role: 'required' | 'present' | 'absent'])[],
): Sample {
  const pick = (field: keyof Sample, from = properties): Record<string, unknown> =>
    Object.fromEntries(from.map(([key, sample]) => [key, sample[field]]))
  const present = properties.filter(([, , role]) => role !== 'absent')
  const required = properties.filter(([, , role]) => role === 'required').map(([key]) => key)
  const written = Object.fromEntries(
    properties.map(([key, sample, role]) => {
      const { type } = sample.schema
      return [key, role === 'absent' && !String(type).includes('null') ? null : sample.written]
    }),
  )
  // Where null fits, a model that leaves a value out cannot be told from one that says null.
  const value = {
    ...pick(
      'value',
      properties.filter(([, sample]) => String(sample.schema['type']).includes('null')),
    ),
    ...pick('value', present),
  }
  return { schema: { type: 'object', properties: pick('schema'), required }, value, written }
}

const { sample } = fc.letrec<Record<'sample' | 'list' | 'object' | 'union', Sample>>((tie) => ({
  sample: fc.oneof({ depthSize: 'small' }, leaf, tie('object'), tie('list'), tie('union')),
  object: fc
    .uniqueArray(fc.tuple(keys, tie('sample'), fc.constantFrom('required', 'present', 'absent')), {
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map(objectOf),
  list: fc.tuple(tie('sample'), fc.nat({ max: 3 })).map(([element, length]) => ({
    schema: { type: 'array', items: element.schema },
    value: Array.from({ length }, () => structuredClone(element.value)),
    written: Array.from({ length }, () => structuredClone(element.written)),
  })),
  union: fc.tuple(tie('object'), tie('object'), fc.boolean()).map(([first, second, isFirst]) => {
    const tagged = [tag(first, 'first'), tag(second, 'second')] as const
    const { value, written } = tagged[isFirst ? 0 : 1]
    return { schema: { oneOf: tagged.map(({ schema }) => schema) }, value, written }
  }),
}))

/** Told apart by a constant, as discriminated unions are. */
function tag({ schema, value, written }: Sample, tagged: string): Sample {
  return {
    schema: {
      ...schema,
      properties: { ...Object(schema['properties']), tag: { const: tagged } },
      required: [...[schema['required']].flat(), 'tag'],
    },
    value: { ...Object(value), tag: tagged },
    written: { ...Object(written), tag: tagged },
  }
}

test('a value that comes back in strict mode is the value that the schema describes', () => {
  fc.assert(
    fc.property(sample, (inner) => {
      const { schema, value, written } = objectOf([['root', inner, 'required']])
      const restored = structuredClone(written)
      restoreAbsent(restored, toStrictSchema(schema, { name: 'x', validated: true }))
      return isDeepStrictEqual(restored, value)
    }),
    { numRuns: process.env.CI ? 10_000 : 1_000 },
  )
})
