import { expect, test } from 'vitest'
import type { StandardSchemaV1 } from '../../src/structured/standard-schema.js'
import { declareValue } from '../../src/structured/value-declaration.js'

const jsonSchema = { type: 'object', properties: {} }

/** As a promise of another library that fails. */
class Broken {
  // oxlint-disable-next-line unicorn/no-thenable -- that is what is tested
  then(): never {
    throw new Error('no')
  }
}

/** A schema that no type checks. */
function answering(result: () => unknown): StandardSchemaV1 {
  return { '~standard': { version: 1, vendor: 'test', validate: result as () => { value: unknown } } }
}

test.each([
  ['nothing', () => undefined],
  ['a promise of nothing', async () => undefined],
  ['null for its issues', () => ({ issues: null })],
  ['a promise of null for its issues', async () => ({ issues: null })],
  ['a promise of an issue that is none', async () => ({ issues: [null] })],
  [
    'an error without a text',
    () => {
      throw Object.create(null)
    },
  ],
  [
    'a promise that is rejected without a text',
    async () => {
      throw Object.create(null)
    },
  ],
  ['a thenable that throws', () => new Broken()],
])('a schema that answers with %s is an error, not an exception', async (_, result) => {
  const { declaration } = declareValue(answering(result), { name: 'x', strict: true, jsonSchema })
  expect(await declaration.parse('{}')).toEqual({
    parse_error: { code: 'schema_threw', message: expect.any(String), path: [] },
  })
})
