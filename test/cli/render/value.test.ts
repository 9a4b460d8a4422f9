import { expect, test } from 'vitest'
import { noValueBlock, textsBeside, valueText } from '../../../src/cli/render/value.js'
import type { ParsedResponse, ParsedResponseOutputItem } from '../../../src/structured/parsed-response.js'
import { functionCall, message, refusalMessage, response } from '../../../src/testing/response-builders.js'

const value = { title: 'Pie', steps: [] }
const text = JSON.stringify(value)

const of = (output: ParsedResponseOutputItem[], fields: Partial<ParsedResponse> = {}): ParsedResponse => ({
  ...response('completed'),
  output,
  output_text: text,
  ...fields,
})

const withError = (code: 'invalid_json' | 'schema_mismatch', said: string) => {
  const [part] = message(0, text).content
  const parse_error = { code, message: said, path: [] }
  const content = part?.type === 'output_text' ? [{ ...part, parse_error }] : []
  return of([{ ...message(0, text), content }])
}

test('a value is JSON: over several lines for a person, on one for a program', () => {
  const parsed = of([], { output_parsed: value })
  expect([valueText(parsed, true), valueText(parsed, false)]).toEqual([
    '{\n  "title": "Pie",\n  "steps": []\n}',
    '{"title":"Pie","steps":[]}',
  ])
})

test('without a value the text stays as it came', () => {
  expect(valueText(of([], { output_text: '{ "title' }), false)).toBe('{ "title')
})

test('the texts beside the value', () => {
  const answer = message(1, text)
  const content = answer.content.map((part) =>
    part.type === 'output_text' ? { ...part, parsed: value } : part,
  )
  const output = [message(0, 'I look it up.'), { ...answer, content }]
  expect([textsBeside(of(output, { output_parsed: value })), textsBeside(of(output))]).toEqual([
    ['I look it up.'],
    [],
  ])
})

test('why there is no value', () => {
  const said = [
    of([message(0, text)], { output_parsed: value }),
    of([], { status: 'incomplete' }),
    withError('schema_mismatch', '$.title: it is number instead of string'),
    withError('invalid_json', 'The text is empty.'),
    of([refusalMessage(0, 'No.')]),
    of([functionCall(0, '{}'), functionCall(1, '{}')]),
    of([]),
  ].map((each) => noValueBlock(each)?.lines)
  expect(said).toEqual([
    undefined,
    undefined,
    [
      'The answer does not fit the schema. $.title: it is number instead of string',
      '  It is printed as it came.',
    ],
    [
      'The answer is not the JSON that was asked for. The text is empty.',
      '  Perhaps the server or the model knows no schemas (text.format).',
    ],
    ['The model refused, so there is no JSON.'],
    ['The response calls f0, f1 and has no text, so there is no JSON.'],
    ['The response has no text, so there is no JSON.'],
  ])
})

test('nulls in place of items and parts cost nothing', () => {
  const holes: ParsedResponse = JSON.parse(
    '{"status":"completed","output":[null,{"type":"message","content":null},{"type":"message","content":[null]}]}',
  )
  expect([noValueBlock(holes)?.lines, textsBeside({ ...holes, output_parsed: 1 })]).toEqual([
    ['The response has no text, so there is no JSON.'],
    [],
  ])
})
