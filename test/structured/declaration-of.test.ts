import { zodResponsesFunction as function6, zodTextFormat as format6 } from 'openai/helpers/zod'
import { zodResponsesFunction as function7, zodTextFormat as format7 } from 'openai-v7/helpers/zod'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { declarationOf } from '../../src/structured/declaration-of.js'
import { declaration } from '../../src/structured/declaration.js'
import { functionTool } from '../../src/structured/function-tool.js'
import { textFormat } from '../../src/structured/text-format.js'

const schema = z.object({ a: z.string() })

test('finds what textFormat and functionTool declared, also on a copy', () => {
  const format = textFormat(schema, 'x')
  const tool = functionTool({ name: 'x', parameters: schema })
  expect(declarationOf(format)).toBe(format[declaration])
  expect(declarationOf({ ...tool })).toBe(tool[declaration])
})

describe.each([
  ['openai 6', format6, function6],
  ['openai 7', format7, function7],
])('an object of %s', (_, zodTextFormat, zodResponsesFunction) => {
  const declared = declarationOf(zodTextFormat(schema, 'x'))

  test('is read by its own parser, and shows nothing of a value before it is complete', () => {
    expect(declared?.parse('{"a":"x"}')).toEqual({ parsed: { a: 'x' } })
    expect(declared?.openPartial).toBeUndefined()
  })

  test('what its parser throws is a parse error', () => {
    expect(declared?.parse('{"a":1}')).toEqual({
      parse_error: {
        code: 'schema_mismatch',
        message: '$.a: Invalid input: expected string, received number',
        path: ['a'],
      },
    })
    expect(declared?.parse('{')).toMatchObject({ parse_error: { code: 'invalid_json', path: [] } })
  })

  test('is run by its own function', () => {
    const tool = zodResponsesFunction({ name: 'x', parameters: schema, function: ({ a }) => a + a })
    const call = { type: 'function_call', name: 'x', call_id: 'c', arguments: '' } as const
    const context = { signal: new AbortController().signal, call }
    expect(declarationOf(tool)?.execute?.({ a: 'x' }, context)).toBe('xx')
    expect(declarationOf(zodResponsesFunction({ name: 'x', parameters: schema }))?.execute).toBeUndefined()
  })
})

test('an error without issues is of the parser itself', () => {
  const cause = new Error('broken')
  const helper = {
    $parseRaw: () => {
      throw cause
    },
  }
  expect(declarationOf(helper)?.parse('{}')).toEqual({
    parse_error: { code: 'schema_threw', message: 'The schema threw: broken', path: [] },
  })
})

test.each([[undefined], [null], ['text'], [{ type: 'text' }], [{ [declaration]: 1 }], [{ $parseRaw: 1 }]])(
  'there is none of %o',
  (value) => {
    expect(declarationOf(value)).toBeUndefined()
  },
)
