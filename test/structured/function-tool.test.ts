import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { declaration } from '../../src/structured/declaration.js'
import { functionTool } from '../../src/structured/function-tool.js'

test('is sent as a strict function, without what runs it', () => {
  const tool = functionTool({
    name: 'weather',
    description: 'The weather in a city.',
    parameters: z.object({ city: z.string(), unit: z.enum(['C', 'F']).optional() }),
    execute: ({ city }) => `Rain in ${city}.`,
  })
  expect(JSON.parse(JSON.stringify(tool))).toEqual({
    type: 'function',
    name: 'weather',
    description: 'The weather in a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: ['string', 'null'], enum: ['C', 'F', null] } },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
    strict: true,
  })
  const call = { type: 'function_call', name: 'weather', call_id: 'c', arguments: '' } as const
  const context = { signal: new AbortController().signal, call }
  expect(tool[declaration].execute?.({ city: 'Ulm' }, context)).toBe('Rain in Ulm.')
})

test('without strict mode, plain JSON Schema is sent as it is', () => {
  const parameters = { type: 'object', additionalProperties: { type: 'string' } }
  const tool = functionTool({ name: 'tag', parameters, strict: false })
  expect(JSON.parse(JSON.stringify(tool))).toEqual({
    type: 'function',
    name: 'tag',
    parameters,
    strict: false,
  })
})

describe('B099: arguments that are not valid', () => {
  const { parse } = functionTool({ name: 'search', parameters: z.object({ q: z.string() }) })[declaration]

  test.each([
    ['two objects', '{"q":"a"}{"q":"b"}', 'invalid_json', /^The text is not JSON: /],
    ['no text', '', 'invalid_json', /^The text is empty\.$/],
    ['null', 'null', 'schema_mismatch', /^Invalid input: expected object, received null$/],
  ])('%s', (_, text, code, message) => {
    expect(parse(text)).toMatchObject({
      parse_error: { code, message: expect.stringMatching(message), path: [] },
    })
  })
})

test('a tool without arguments takes an empty object, and no text is not one', () => {
  const { parse } = functionTool({ name: 'now', parameters: z.object({}) })[declaration]
  expect(parse('{}')).toEqual({ parsed: {} })
  expect(parse('')).toMatchObject({ parse_error: { code: 'invalid_json' } })
})
