import { expect, test } from 'vitest'
import { parseJSON } from '../../src/structured/parse-json.js'

test.each([
  [undefined, 'There is no text, but undefined.'],
  [null, 'There is no text, but null.'],
  [{}, 'There is no text, but object.'],
  [' ', 'The text is empty.'],
  ['```json\n{}\n```', 'The text is not JSON alone: it is wrapped in a code fence (```).'],
])('%j is an error, not an exception', (text, message) => {
  expect(parseJSON(text)).toEqual({ parse_error: { code: 'invalid_json', message, path: [] } })
})

test('what the parser threw is kept, and not written into JSON', () => {
  const { parse_error } = parseJSON('{')
  expect(parse_error?.cause).toBeInstanceOf(SyntaxError)
  expect(JSON.stringify(parse_error)).not.toContain('cause')
})
