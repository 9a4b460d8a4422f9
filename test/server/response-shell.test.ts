import { expect, test } from 'vitest'
import { responseShell } from '../../src/server/response-shell.js'

test('every field of the Response object is there, with null where nothing is known', () => {
  expect(responseShell('resp_1', { model: 'm', input: 'Hi' }, 1_700_000_000)).toEqual({
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    completed_at: null,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    max_tool_calls: null,
    model: 'm',
    output: [],
    parallel_tool_calls: true,
    presence_penalty: 0,
    frequency_penalty: 0,
    previous_response_id: null,
    prompt_cache_key: null,
    prompt_cache_retention: null,
    reasoning: { effort: null, summary: null },
    safety_identifier: null,
    service_tier: 'auto',
    store: true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
  })
})

test('the request is echoed, tools with the keys that clients count on', () => {
  const shell = responseShell(
    'resp_1',
    {
      model: 'm',
      instructions: 'Be brief.',
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object' }, strict: true },
        { type: 'web_search' },
      ],
      tool_choice: 'required',
      temperature: 0,
      reasoning: { effort: 'low' },
      service_tier: 'flex',
      metadata: { a: 'b' },
      text: { verbosity: 'low' },
    },
    1,
  )
  expect(shell).toMatchObject({
    instructions: 'Be brief.',
    tools: [
      { type: 'function', name: 'f', description: null, parameters: { type: 'object' }, strict: true },
      { type: 'web_search' },
    ],
    tool_choice: 'required',
    temperature: 0,
    reasoning: { effort: 'low', summary: null },
    service_tier: 'flex',
    metadata: { a: 'b' },
    text: { format: { type: 'text' }, verbosity: 'low' },
  })
})
