import { describe, expect, test } from 'vitest'
import { checkCreate, checkFields } from '../../../src/server/validation/validate-create.js'

/** What the client is told, or undefined when the request is fine. */
function refusal(body: Record<string, unknown>, limits = {}): unknown {
  try {
    checkCreate(checkFields({ model: 'm', input: 'Hi', ...body }), limits)
    return undefined
  } catch (error) {
    const { status, type, message, param, code } = error as Record<string, unknown>
    expect({ status, type }).toEqual({ status: 400, type: 'invalid_request_error' })
    return { message, param, code }
  }
}

describe('one field', () => {
  test.each([
    [
      { temperature: -1 },
      'temperature',
      'decimal_below_min_value',
      "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -1 instead.",
    ],
    [
      { temperature: 2.5 },
      'temperature',
      'decimal_above_max_value',
      "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.",
    ],
    [
      { top_p: 1.1 },
      'top_p',
      'decimal_above_max_value',
      "Invalid 'top_p': decimal above maximum value. Expected a value <= 1, but got 1.1 instead.",
    ],
    [
      { max_output_tokens: 1 },
      'max_output_tokens',
      'integer_below_min_value',
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1 instead.",
    ],
    [
      { top_logprobs: 21 },
      'top_logprobs',
      'integer_above_max_value',
      "Invalid 'top_logprobs': integer above maximum value. Expected a value <= 20, but got 21 instead.",
    ],
    [
      { max_output_tokens: 16.5 },
      'max_output_tokens',
      'invalid_type',
      "Invalid type for 'max_output_tokens': expected an integer, but got a decimal instead.",
    ],
    [
      { temperature: 'hot' },
      'temperature',
      'invalid_type',
      "Invalid type for 'temperature': expected a decimal, but got a string instead.",
    ],
    [
      { stream: 'yes' },
      'stream',
      'invalid_type',
      "Invalid type for 'stream': expected a boolean, but got a string instead.",
    ],
    [
      { model: 7 },
      'model',
      'invalid_type',
      "Invalid type for 'model': expected a string, but got an integer instead.",
    ],
    [
      { metadata: [] },
      'metadata',
      'invalid_type',
      "Invalid type for 'metadata': expected an object, but got an array instead.",
    ],
    [
      { metadata: { a: 1 } },
      'metadata.a',
      'invalid_type',
      "Invalid type for 'metadata.a': expected a string, but got an integer instead.",
    ],
    [
      { metadata: { a: 'x'.repeat(513) } },
      'metadata.a',
      'string_above_max_length',
      "Invalid 'metadata.a': string too long. Expected a string with maximum length 512, but got a string with length 513 instead.",
    ],
    [
      { safety_identifier: 'x'.repeat(65) },
      'safety_identifier',
      'string_above_max_length',
      "Invalid 'safety_identifier': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    ],
    [
      { truncation: 'maybe' },
      'truncation',
      'unsupported_value',
      "Unsupported value: 'truncation' does not support 'maybe'. Supported values are: 'auto', 'disabled'.",
    ],
    [
      { tool_choice: 'always' },
      'tool_choice',
      'unsupported_value',
      "Unsupported value: 'tool_choice' does not support 'always'. Supported values are: 'none', 'auto', 'required'.",
    ],
    [
      { tools: [{ type: 'function' }] },
      'tools[0].name',
      'missing_required_parameter',
      "Missing required parameter: 'tools[0].name'.",
    ],
    [
      { tools: [{}] },
      'tools[0].type',
      'missing_required_parameter',
      "Missing required parameter: 'tools[0].type'.",
    ],
    [
      { text: { format: { type: 'json_schema', name: 'x' } } },
      'text.format.schema',
      'missing_required_parameter',
      "Missing required parameter: 'text.format.schema'.",
    ],
    [
      { reasoning: { summary: 'long' } },
      'reasoning.summary',
      'unsupported_value',
      "Unsupported value: 'reasoning.summary' does not support 'long'. Supported values are: 'auto', 'concise', 'detailed'.",
    ],
    [
      { previous_response_id: 'abc' },
      'previous_response_id',
      'invalid_id_prefix',
      "Invalid 'previous_response_id': 'abc'. Expected an ID that begins with 'resp'.",
    ],
    [
      { input: 7 },
      'input',
      'invalid_type',
      "Invalid type for 'input': expected one of a string or array of objects, but got an integer instead.",
    ],
    [
      { input: ['Hi'] },
      'input[0]',
      'invalid_type',
      "Invalid type for 'input[0]': expected an object, but got a string instead.",
    ],
    [
      { input: [{ role: 'boss', content: 'Hi' }] },
      'input[0].role',
      'unsupported_value',
      "Unsupported value: 'input[0].role' does not support 'boss'. Supported values are: 'user', 'assistant', 'system', 'developer'.",
    ],
    [
      { input: [{ role: 'user' }] },
      'input[0].content',
      'missing_required_parameter',
      "Missing required parameter: 'input[0].content'.",
    ],
    [
      { input: [{ role: 'user', content: [{ text: 'Hi' }] }] },
      'input[0].content[0].type',
      'missing_required_parameter',
      "Missing required parameter: 'input[0].content[0].type'.",
    ],
  ])('%j is refused', (body, param, code, message) => {
    expect(refusal(body)).toEqual({ message, param, code })
  })

  test('seventeen pairs of metadata are one too many', () => {
    const pairs = Array.from({ length: 17 }, (_, index) => [`key${index}`, 'x'])
    expect(refusal({ metadata: Object.fromEntries(pairs) })).toEqual({
      message:
        "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
      param: 'metadata',
      code: 'object_above_max_properties',
    })
  })
})

describe('fields together', () => {
  test.each([
    [{ model: undefined }, 'model', 'missing_required_parameter', "Missing required parameter: 'model'."],
    [
      { input: undefined },
      'input',
      'missing_required_parameter',
      "One of 'input', 'prompt' or 'previous_response_id' must be provided.",
    ],
    [
      { background: true, store: false },
      'background',
      'unsupported_parameter',
      "Unsupported parameter: 'background'. Background mode requires 'store' to be true.",
    ],
    [
      { conversation: 'conv_1' },
      'conversation',
      'unsupported_parameter',
      "Unsupported parameter: 'conversation'. Conversations are not supported by this server.",
    ],
    [
      { previous_response_id: 'resp_1', conversation: 'conv_1' },
      'previous_response_id',
      'mutually_exclusive_parameters',
      "Mutually exclusive parameters: 'previous_response_id' and 'conversation'. Provide only one of them.",
    ],
    [
      { tool_choice: { type: 'function', name: 'f' } },
      'tool_choice',
      null,
      "Tool choice 'f' not found in 'tools' parameter.",
    ],
    [
      { input: [{ type: 'function_call_output', call_id: 'call_1', output: '' }] },
      'input',
      null,
      'No tool call found for function call output with call_id call_1.',
    ],
    [
      { input: [{ type: 'custom_tool_call_output', call_id: 'call_1', output: '' }] },
      'input',
      null,
      'No tool call found for custom tool call output with call_id call_1.',
    ],
    [
      { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] },
      'input',
      null,
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ],
    [
      {
        input: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { role: 'user', content: 'Hi' },
        ],
      },
      'input',
      null,
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ],
  ])('%j is refused', (body, param, code, message) => {
    expect(refusal(body)).toEqual({ message, param, code })
  })

  test('a model that is not on the list is refused', () => {
    expect(refusal({ model: 'other' }, { models: ['m'] })).toEqual({
      message: "The requested model 'other' does not exist.",
      param: 'model',
      code: 'model_not_found',
    })
  })

  test('a default model takes the place of a missing one', () => {
    expect(checkCreate({ input: 'Hi' }, { defaultModel: 'd', models: ['d'] })).toEqual({
      input: 'Hi',
      model: 'd',
    })
  })
})

describe('what is accepted', () => {
  const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'done' }

  test.each([
    [{ unknown_field: 1 }],
    [{ temperature: 0, top_p: 1, top_logprobs: 20, max_output_tokens: 16 }],
    [
      {
        temperature: null,
        tools: null,
        metadata: null,
        background: null,
        previous_response_id: null,
        stream: null,
      },
    ],
    [{ background: false, store: true }],
    [{ background: true }],
    [{ previous_response_id: 'resp_1', input: [output] }],
    [
      {
        input: [
          { role: 'user', content: 'Hi' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
        ],
      },
    ],
    [{ input: [call, output] }],
    [{ input: [{ id: 'fc_1' }, output] }],
    [{ input: [{ type: 'item_reference', id: 'fc_1' }, output] }],
    [
      {
        input: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'reasoning', id: 'rs_2', summary: [] },
          call,
          output,
        ],
      },
    ],
    [{ input: [{ type: 'something_new', anything: true }] }],
    [
      {
        tools: [{ type: 'namespace', name: 'n', description: '', tools: [{ type: 'function', name: 'f' }] }],
        tool_choice: { type: 'function', name: 'f' },
      },
    ],
    [{ tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } }],
  ])('%j is fine', (body) => {
    expect(refusal(body)).toBeUndefined()
  })
})
