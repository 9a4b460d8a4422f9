import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WireResponse } from '../../../src/events/response.js'
import { demoBackend } from '../../../src/server/backends/demo.js'
import { post, streamEvents, testServer, typesOf, watch } from '../support.js'

afterEach(() => void vi.useRealTimers())

const server = testServer(demoBackend({ pace: 0 }))
const weather = {
  type: 'function',
  name: 'get_weather',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    required: ['city', 'unit'],
    additionalProperties: false,
  },
  strict: true,
}
const clock = { type: 'function', name: 'read_clock', parameters: null, strict: null }

async function ask(body: object): Promise<WireResponse> {
  const response = await post(server, { model: 'demo', ...body })
  expect(response.status).toBe(200)
  return (await response.json()) as WireResponse
}

function textOf(response: WireResponse): string {
  return (response.output ?? [])
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : part.refusal))
    .join('')
}

/** What matters of the calls: name and arguments. */
function callsOf(response: WireResponse): unknown[] {
  return (response.output ?? []).flatMap((item) =>
    item.type === 'function_call' ? [[item.name, JSON.parse(item.arguments)]] : [],
  )
}

describe('text', () => {
  test('the question in the README has a real answer', async () => {
    const text = textOf(await ask({ input: 'Why do streams need sequence numbers?' }))
    expect(text).toMatch(/^Because .*counted from zero.*\.$/)
    expect(text.split(' ').length).toBeGreaterThan(80)
  })

  test('anything else is answered about, and the same way each time', async () => {
    const [first, second] = await Promise.all([
      ask({ input: 'What is a weir?' }),
      ask({ input: [{ role: 'user', content: 'What is a weir?' }] }),
    ])
    expect(textOf(first)).toContain('"What is a weir?"')
    expect(textOf(second)).toBe(textOf(first))
  })

  test('it comes word by word, with usage at the end', async () => {
    const events = await streamEvents(demoBackend({ pace: 0 }), {}, { input: 'Hello there' })
    const deltas = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? [event.delta] : [],
    )
    expect(deltas.slice(0, 3)).toEqual(['Hello!', ' It', ' is'])
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        usage: {
          input_tokens: 2,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: deltas.length,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: deltas.length + 2,
        },
      },
    })
  })

  test('log probabilities come when they are asked for', async () => {
    const response = await ask({ input: 'Hello', include: ['message.output_text.logprobs'], top_logprobs: 1 })
    const token = { token: 'Hello!', logprob: -0.01, bytes: [72, 101, 108, 108, 111, 33] }
    expect(response.output).toMatchObject(
      [{ content: [{ logprobs: [{ ...token, top_logprobs: [token] }] }] }].map(({ content }) => ({
        content: [{ logprobs: expect.arrayContaining(content[0]?.logprobs ?? []) }],
      })),
    )
  })

  test('it waits between words', async () => {
    vi.useFakeTimers()
    const response = await post(testServer(demoBackend()), { model: 'demo', input: 'Hello', stream: true })
    const seen = watch(response)
    await vi.advanceTimersByTimeAsync(30)
    expect(seen.chunks.join('').match(/output_text\.delta"/g)).toHaveLength(3)
    await seen.cancel()
  })
})

describe('tools', () => {
  test('a function is called with arguments that fit its schema and the prompt', async () => {
    const response = await ask({ input: 'What is the weather in San Francisco today?', tools: [weather] })
    expect(callsOf(response)).toEqual([['get_weather', { city: 'San Francisco', unit: 'celsius' }]])
    expect(response.output).toHaveLength(1)
  })

  test('several that the prompt speaks of are called together, unless that is forbidden', async () => {
    const body = { input: 'The weather, and what does the clock say?', tools: [clock, weather] }
    expect(callsOf(await ask(body)).map((call) => (call as unknown[])[0])).toEqual([
      'read_clock',
      'get_weather',
    ])
    expect(callsOf(await ask({ ...body, parallel_tool_calls: false }))).toEqual([['read_clock', {}]])
  })

  test.each([
    ['none', []],
    ['auto', ['get_weather']],
    ['required', ['get_weather']],
    [{ type: 'function', name: 'read_clock' }, ['read_clock']],
    [
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'read_clock' }] },
      ['read_clock'],
    ],
  ])('tool_choice %j', async (tool_choice, names) => {
    const response = await ask({ input: 'The weather?', tools: [clock, weather], tool_choice })
    expect(callsOf(response).map((call) => (call as unknown[])[0])).toEqual(names)
    if (names.length === 0) expect(textOf(response)).toContain('"The weather?"')
  })

  test('once it has the result, it speaks of it', async () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{}' }
    const result = { type: 'function_call_output', call_id: 'call_1', output: '21 degrees' }
    const response = await ask({
      input: [{ role: 'user', content: 'The weather?' }, call, result],
      tools: [weather],
    })
    expect(callsOf(response)).toEqual([])
    expect(textOf(response)).toContain('"21 degrees"')
  })

  test('a custom tool gets free text', async () => {
    const response = await ask({ input: 'Draw a fish', tools: [{ type: 'custom', name: 'draw' }] })
    expect(response.output).toMatchObject([{ type: 'custom_tool_call', name: 'draw', input: 'Draw a fish' }])
  })

  test.each([
    ['web_search', 'web_search_call', { action: { type: 'search', query: 'Hello' } }],
    ['file_search', 'file_search_call', { queries: ['Hello'], results: null }],
    [
      'code_interpreter',
      'code_interpreter_call',
      { code: 'print("Hello from the demo model")', outputs: null },
    ],
    ['image_generation', 'image_generation_call', { output_format: 'png' }],
  ])('%s is run by the model itself, which goes on to talk', async (type, item, fields) => {
    const response = await ask({ input: 'Hello', tools: [{ type }] })
    expect(response.output).toMatchObject([
      { type: item, status: 'completed', ...fields },
      { type: 'message', status: 'completed' },
    ])
  })

  test('a web search is cited', async () => {
    const response = await ask({ input: 'Hello', tools: [{ type: 'web_search' }] })
    const message = response.output?.find((item) => item.type === 'message')
    expect(message?.content[0]).toMatchObject({
      annotations: [{ type: 'url_citation', url: 'https://example.com/' }],
    })
  })
})

describe('shapes', () => {
  test('a JSON schema is filled in', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, pages: { type: 'integer', minimum: 10 } },
      required: ['name', 'pages'],
    }
    const response = await ask({
      input: 'A book about Moby Dick',
      text: { format: { type: 'json_schema', name: 'book', schema, strict: true } },
    })
    expect(JSON.parse(textOf(response))).toEqual({ name: 'Moby Dick', pages: 10 })
  })

  test('a JSON object is one', async () => {
    const response = await ask({ input: 'Hello', text: { format: { type: 'json_object' } } })
    expect(JSON.parse(textOf(response))).toEqual({ prompt: 'Hello', answer: 'This is the demo model.' })
  })

  test('a reasoning summary comes first when it is asked for', async () => {
    const response = await ask({ input: 'Hello', reasoning: { effort: 'low', summary: 'detailed' } })
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text' }, { type: 'summary_text' }] },
      { type: 'message' },
    ])
    expect(response.usage?.output_tokens_details?.reasoning_tokens).toBeGreaterThan(10)
  })

  test('few output tokens are used up in mid-sentence', async () => {
    const response = await ask({ input: 'Hello', max_output_tokens: 16 })
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete' }],
      usage: { output_tokens: 16 },
    })
    expect(textOf(response).split(' ')).toHaveLength(16)
  })

  test('arguments that are cut stay in a call that is incomplete', async () => {
    const many = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`key${index}`, { type: 'integer' }]),
      ),
    }
    const response = await ask({
      input: 'Hello',
      max_output_tokens: 16,
      tools: [{ type: 'function', name: 'f', parameters: many }],
    })
    expect(response).toMatchObject({
      status: 'incomplete',
      output: [{ type: 'function_call', status: 'incomplete' }],
    })
  })
})

describe('on request', () => {
  test('it refuses', async () => {
    const response = await ask({ input: 'Please refuse this.' })
    expect(response.output).toMatchObject([
      { content: [{ type: 'refusal', refusal: expect.stringMatching(/^I'm sorry/) }] },
    ])
  })

  test('it fails in mid-sentence', async () => {
    const events = await streamEvents(demoBackend({ pace: 0 }), {}, { input: 'Now please fail.' })
    expect(typesOf(events).slice(-3)).toEqual(['response.output_item.done', 'error', 'response.failed'])
    expect(events.at(-1)).toMatchObject({
      response: {
        error: { code: 'server_error', message: 'The demo model failed, as it was asked to.' },
        output: [{ status: 'incomplete' }],
      },
    })
  })
})
