import { describe, expect, it } from 'vitest'
import { StructuredOutputError } from '../../src/errors/stream-error.js'
import type { ParsedResponse, ParsedResponseOutputItem } from '../../src/structured/parsed-response.js'
import { requireCompleted, requireParsed } from '../../src/stream/require.js'
import { functionCall, message, response } from '../../src/testing/index.js'

const parse_error = { code: 'schema_mismatch' as const, message: '$.b: Expected number.', path: ['b'] }

function completed(output: ParsedResponseOutputItem[], more: Partial<ParsedResponse> = {}): ParsedResponse {
  return { ...response('completed'), output, output_text: '', ...more }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('requireCompleted', () => {
  it.each([
    [
      'incomplete' as const,
      'response_incomplete',
      'The response ended incomplete (no reason given). What was generated is in error.response.',
    ],
    ['failed' as const, 'response_failed', 'The response ended with status failed. It is in error.response.'],
    [
      'cancelled' as const,
      'response_failed',
      'The response ended with status cancelled. It is in error.response.',
    ],
  ])('rejects a response that is %s', (status, code, text) => {
    const ended = completed([], { status })
    expect(thrownBy(() => requireCompleted(ended))).toMatchObject({ code, message: text, response: ended })
  })
})

describe('requireParsed', () => {
  it('gives the response whose value is there, also when the value is null', () => {
    const answer = completed([message(0, 'null')], { output_parsed: null })
    expect(requireParsed(answer, true)).toEqual(answer)
  })

  it('asks nothing of a commentary beside the final answer', () => {
    const prose: ParsedResponseOutputItem = {
      ...message(0, ''),
      phase: 'commentary',
      content: [{ type: 'output_text', text: 'I look it up.', annotations: [], parse_error }],
    }
    const answer = completed([prose, { ...message(1, '1'), phase: 'final_answer' }], { output_parsed: 1 })
    expect(requireParsed(answer, true)).toEqual(answer)
  })

  it('asks for no text where only tools declared something', () => {
    const answer = completed([functionCall(0, '{}')])
    expect(requireParsed(answer, false)).toMatchObject(answer)
  })

  it.each([
    [
      'a text that does not fit',
      [
        {
          ...message(0, ''),
          content: [{ type: 'output_text' as const, text: '{}', annotations: [], parse_error }],
        },
      ],
      'The text gives no value: $.b: Expected number. The response is in error.response.',
      parse_error,
    ],
    [
      'arguments that do not fit',
      [{ ...functionCall(0, '{}'), parse_error }],
      `The call of ${functionCall(0, '{}').name} gives no value: $.b: Expected number. The response is in error.response.`,
      parse_error,
    ],
    [
      'a refusal',
      [{ ...message(0, ''), content: [{ type: 'refusal' as const, refusal: 'I will not.' }] }],
      'The model refused: I will not. It is in error.response.',
      undefined,
    ],
    [
      'calls without a text',
      [functionCall(0, '{}')],
      `The response has no text to read a value from; it calls ${functionCall(0, '{}').name}. It is in error.response.`,
      undefined,
    ],
    [
      'nothing but a commentary',
      [{ ...message(0, '1'), phase: 'commentary' as const }],
      'The response has no text to read a value from; it has only a commentary. It is in error.response.',
      undefined,
    ],
    [
      'nothing',
      [],
      'The response has no text to read a value from; it is empty. It is in error.response.',
      undefined,
    ],
  ])('rejects %s, and the response travels on the error', (_what, output, text, wrong) => {
    const answer = completed(output)
    const error = thrownBy(() => requireParsed(answer, true))
    expect(StructuredOutputError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code: 'structured_output', message: text, response: answer })
    expect(error).toHaveProperty('parse_error', wrong)
  })
})

it('says so when nothing was declared that could be required', () => {
  expect(thrownBy(() => requireParsed(completed([]), undefined))).toMatchObject({
    code: 'no_text_format',
    message: expect.stringContaining('nothing was declared'),
  })
})
