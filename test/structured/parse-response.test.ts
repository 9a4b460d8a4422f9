import { describe, expect, it } from 'vitest'
import type { Response, ResponseStatus } from '../../src/events/response.js'
import type { ParseResult, ValueDeclaration } from '../../src/structured/declaration.js'
import { parseResponse } from '../../src/structured/parse-response.js'
import { functionCall, message, response } from '../../src/testing/index.js'

function parse(text: string): ParseResult<unknown> {
  try {
    return { parsed: JSON.parse(text) }
  } catch (cause) {
    return { parse_error: { code: 'invalid_json', message: 'no JSON', path: [], cause } }
  }
}

const json: ValueDeclaration<unknown> = { parse }
const declared = { format: json, tools: new Map([['search', json]]) }
const none = { format: undefined, tools: new Map<string, ValueDeclaration<unknown>>() }

function ended(status: ResponseStatus, output: Response['output']): Response {
  return { ...response(status), output, output_text: '' }
}

describe('parseResponse', () => {
  it('puts values beside texts and arguments, and leaves the given response alone', async () => {
    const given = ended('completed', [
      message(0, '{"a":1}'),
      { ...functionCall(1, '{"q":"x"}'), name: 'search' },
    ])
    const copy = structuredClone(given)
    const parsed = await parseResponse(given, declared)
    expect(parsed.output).toEqual([
      {
        ...message(0, ''),
        content: [{ type: 'output_text', text: '{"a":1}', annotations: [], parsed: { a: 1 } }],
      },
      { ...functionCall(1, '{"q":"x"}'), name: 'search', parsed_arguments: { q: 'x' } },
    ])
    expect(parsed.output_parsed).toEqual({ a: 1 })
    expect(given).toEqual(copy)
  })

  it('keeps the error beside the untouched text, and reads the rest', async () => {
    const calls = [functionCall(0, '{"q":1}{"q":2}'), functionCall(1, '{}')].map((call) => ({
      ...call,
      name: 'search',
    }))
    const { output } = await parseResponse(ended('completed', calls), declared)
    expect(output).toMatchObject([
      { arguments: '{"q":1}{"q":2}', parse_error: { code: 'invalid_json' } },
      { arguments: '{}', parsed_arguments: {} },
    ])
    expect(output[0]).not.toHaveProperty('parsed_arguments')
  })

  it('reads nothing of what was cut short, and calls it no error', async () => {
    const cut = { ...message(0, '{"a":"hel'), status: 'incomplete' as const }
    for (const status of ['incomplete', 'failed', 'cancelled'] as const) {
      const given = ended(status, [cut, message(1, '{"a":'), message(2, '{"a":1}')])
      const parsed = await parseResponse(given, declared)
      expect(parsed.output.slice(0, 2)).toEqual(given.output.slice(0, 2))
      expect(parsed.output_parsed).toEqual({ a: 1 })
    }
  })

  it('takes the final answer for the value of the response, even where a commentary is JSON', async () => {
    const answers = [
      { ...message(0, '1'), phase: 'commentary' as const },
      { ...message(1, '2'), phase: 'final_answer' as const },
      message(2, '3'),
    ]
    const parsed = await parseResponse(ended('completed', answers), declared)
    expect(parsed.output_parsed).toBe(2)
  })

  it('takes no commentary for a final answer without a value', async () => {
    const answers = [
      { ...message(0, '1'), phase: 'commentary' as const },
      { ...message(1, 'no JSON'), phase: 'final_answer' as const },
    ]
    expect(await parseResponse(ended('completed', answers), declared)).not.toHaveProperty('output_parsed')
  })

  it('reads no message of a phase that is not the final answer', async () => {
    const comment = { ...message(0, '1'), phase: 'commentary' as const }
    const alone = ended('completed', [comment])
    expect(await parseResponse(alone, declared)).toEqual(alone)
    const parsed = await parseResponse(ended('completed', [comment, message(1, '2')]), declared)
    expect(parsed).toMatchObject({ output: [comment, { content: [{ parsed: 2 }] }], output_parsed: 2 })
    expect(parsed.output[0]).toEqual(comment)
  })

  it('reads a call in a namespace by the tool of that namespace', async () => {
    const tools = new Map([['crm search', json]])
    const call = { ...functionCall(0, '{}'), name: 'search' }
    const calls = [call, { ...call, namespace: 'crm' }]
    expect((await parseResponse(ended('completed', calls), { format: undefined, tools })).output).toEqual([
      calls[0],
      { ...calls[1], parsed_arguments: {} },
    ])
  })

  it.each([
    ['no content', [{ type: 'message', status: 'completed' }]],
    ['null for content', [{ type: 'message', status: 'completed', content: null }]],
    ['null for a part', [{ type: 'message', status: 'completed', content: [null] }]],
    ['null for an item', [null]],
  ])('keeps a response with %s as it is', async (_, output) => {
    const given: Response = { ...response('completed'), ...JSON.parse(JSON.stringify({ output })) }
    expect(await parseResponse(given, declared)).toEqual(given)
  })

  it('tells a value of null from none', async () => {
    expect(await parseResponse(ended('completed', [message(0, 'null')]), declared)).toHaveProperty(
      'output_parsed',
      null,
    )
    const refusal = { ...message(0, ''), content: [{ type: 'refusal' as const, refusal: 'No.' }] }
    for (const output of [[], [refusal]])
      expect(await parseResponse(ended('completed', output), declared)).not.toHaveProperty('output_parsed')
  })

  it('leaves alone what declared nothing', async () => {
    const given = ended('completed', [message(0, '{}'), functionCall(1, '{}')])
    expect(await parseResponse(given, none)).toEqual(given)
  })

  it('waits for a schema that takes its time', async () => {
    const slow: ValueDeclaration<unknown> = { parse: (text) => Promise.resolve(parse(text)) }
    const parsed = await parseResponse(ended('completed', [message(0, '[1]')]), { ...none, format: slow })
    expect(parsed.output_parsed).toEqual([1])
  })
})
