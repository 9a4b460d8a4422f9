import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UsageError } from '../../../src/cli/exit-code.js'
import { readFormat } from '../../../src/cli/schema/read-format.js'
import { declaration } from '../../../src/structured/declaration.js'

const folder = mkdtempSync(join(tmpdir(), 'millrace-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(content: unknown, name = 'recipe.json'): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const failure = (options: Parameters<typeof readFormat>[0]) =>
  readFormat(options).then(
    () => undefined,
    (error: unknown) => (error instanceof UsageError ? [error.message, ...error.hints] : error),
  )

const recipe = {
  type: 'object',
  properties: { title: { type: 'string' }, minutes: { type: 'integer' } },
  required: ['title'],
}

test('without a file there is no format', async () => {
  expect(await readFormat({})).toBe(undefined)
})

test('the schema is sent as strict mode wants it, under the name of the file', async () => {
  expect(JSON.parse(JSON.stringify(await readFormat({ schema: fileOf(recipe) })))).toEqual({
    type: 'json_schema',
    name: 'recipe',
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, minutes: { type: ['integer', 'null'] } },
      required: ['title', 'minutes'],
      additionalProperties: false,
    },
    strict: true,
  })
})

test('or as it is, under its title', async () => {
  const schema = { title: 'Any thing', type: 'object' }
  const format = await readFormat({ schema: fileOf(`\ufeff${JSON.stringify(schema)}`), strictSchema: false })
  expect(JSON.parse(JSON.stringify(format))).toEqual({
    type: 'json_schema',
    name: 'Any_thing',
    schema,
    strict: false,
  })
})

test('values are taken back to the schema of the file and checked against it', async () => {
  const format = await readFormat({ schema: fileOf(recipe) })
  const read = (text: string) => format?.[declaration].parse(text)
  expect([
    await read('{"title":"Pie","minutes":null}'),
    await read('{"title":1,"minutes":"2"}'),
    (await read('{"title'))?.parse_error?.code,
  ]).toEqual([
    { parsed: { title: 'Pie' } },
    {
      parse_error: {
        code: 'schema_mismatch',
        message: '$.title: it is number instead of string; $.minutes: it is string instead of integer',
        path: ['title'],
      },
    },
    'invalid_json',
  ])
})

test('what strict mode cannot express names the place and the way out', async () => {
  const tags = { type: 'object', properties: { tags: { type: 'object', additionalProperties: true } } }
  expect([
    await failure({ schema: fileOf(tags, 'tags.json') }),
    await failure({ schema: fileOf({ type: 'array', items: { type: 'string' } }, 'list.json') }),
  ]).toEqual([
    [
      'The schema of "tags" cannot be expressed in strict mode at $.tags: it has keys of any name (additionalProperties). List its properties.',
      'With --no-strict-schema it is sent as it is; the model then only tries to keep to it.',
    ],
    [
      'The schema of "list" cannot be expressed in strict mode at $: its root is not an object. Put it into a property of an object.',
    ],
  ])
})

test('a file that is not there, is no JSON, or no schema', async () => {
  const [missing, text, list] = [
    await failure({ schema: join(folder, 'none.json') }),
    await failure({ schema: fileOf('{"type": object}') }),
    await failure({ schema: fileOf([1]) }),
  ]
  const path = join(folder, 'recipe.json')
  expect([missing, text, list]).toEqual([
    [expect.stringMatching(/^The schema cannot be read: ENOENT/)],
    [expect.stringMatching(/^The schema .*recipe\.json is not JSON: Unexpected token/)],
    [
      `The schema ${path} is not a JSON Schema: it must be an object.`,
      'For instance:',
      '  {"type":"object","properties":{"title":{"type":"string"}}}',
    ],
  ])
})

test('a value that is nested too deep to be looked at is an error beside its text, and nothing is thrown', async () => {
  const format = await readFormat({ schema: fileOf({ items: { $ref: '#' } }), strictSchema: false })
  const depth = 5000
  const result = await format?.[declaration].parse('['.repeat(depth) + ']'.repeat(depth))
  expect(result?.parse_error?.code).toBe('schema_threw')
})
