import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireResponse } from '../../src/events/response.js'
import { parseAll, typesOf, type WireEvent } from '../server/support.js'
import { eventProblems, problemsOf } from './schema-check.js'
import { type ServeProcess, serveProcess } from './serve-process.js'

// The acceptance tests of Open Responses by their names, asked of `millrace serve` as it is started in a
// terminal. Every response is held against the schema, and every event of a stream.

let server: ServeProcess
beforeAll(async () => {
  server = await serveProcess('--key', 'sk-test')
}, 60_000)
afterAll(() => server.stop())

function post(body: object, path = ''): Promise<Response> {
  return fetch(`${server.url}/responses${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: JSON.stringify(body),
  })
}

function checked(response: WireResponse): WireResponse {
  expect(problemsOf('ResponseResource', response)).toEqual([])
  return response
}

/** Asks for JSON. */
async function create(body: object): Promise<WireResponse> {
  const answer = await post({ model: 'demo', ...body })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return checked((await answer.json()) as WireResponse)
}

/** Asks for a stream, reads it to its end, and gives its events and the response of its terminal event. */
async function stream(body: object): Promise<{ events: WireEvent[]; response: WireResponse }> {
  const answer = await post({ model: 'demo', ...body, stream: true })
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const text = await answer.text()
  expect(text).not.toContain('\r')
  const events = parseAll(text)
  expect(events.flatMap(eventProblems)).toEqual([])
  const last = events.at(-1)
  if (last?.type !== 'response.completed') throw new Error(`The stream ended with ${last?.type}.`)
  return { events, response: checked(last.response) }
}

/** Status and output, without the ids, which differ each time. */
function told({ status, output }: WireResponse): unknown {
  return { status, output: (output ?? []).map(({ id: _id, ...item }) => item) }
}

const message = (text: string, annotations: unknown[] = []) => ({
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
})

/** What the demo model says to a prompt that it knows nothing about. */
const about = (prompt: string): string =>
  `You said: "${prompt}". Thank you, I read it with pleasure. I am the demo model inside millrace, so I cannot ` +
  'tell you anything about it that you do not know already. What I can show you is how an answer travels: word ' +
  'by word, each one an event with its own number, over a real HTTP connection, until the last event says that ' +
  'the response is complete. Give millrace the address and key of a real model, and the same code streams its answer.'

const answered = (text: string) => ({ status: 'completed', output: [message(text)] })
const user = (content: unknown) => ({ type: 'message', role: 'user', content })

const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather at a place',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
}
const askWeather = { input: [user('What is the weather in San Francisco?')], tools: [weather] }
const weatherCall = {
  status: 'completed',
  output: [
    {
      type: 'function_call',
      status: 'completed',
      call_id: expect.stringMatching(/^call_\w+$/) as string,
      name: 'get_weather',
      arguments: '{"location": "San Francisco"}',
    },
  ],
}
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

describe('the acceptance tests of Open Responses', () => {
  test.concurrent('basic-response', async () => {
    expect(told(await create({ input: [user('Say it in three words.')] }))).toEqual(
      answered(about('Say it in three words.')),
    )
  })

  test.concurrent('streaming-response', async () => {
    const { events, response } = await stream({ input: [user('Count to five.')] })
    expect(told(response)).toEqual(answered(about('Count to five.')))
    const deltas = about('Count to five.').split(' ').length
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...Array.from({ length: deltas }, () => 'response.output_text.delta'),
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()])
  })

  test.concurrent('system-prompt', async () => {
    const system = { type: 'message', role: 'system', content: 'You are a pirate.' }
    expect(told(await create({ input: [system, user('Greet me.')] }))).toEqual(answered(about('Greet me.')))
  })

  test.concurrent('tool-calling', async () => {
    const response = await create(askWeather)
    expect(told(response)).toEqual(weatherCall)
    expect(response.tools).toEqual([{ ...weather, strict: null }])
  })

  test.concurrent('tool-calling-streaming', async () => {
    const { events, response } = await stream(askWeather)
    expect(told(response)).toEqual(weatherCall)
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.flatMap((event) => ('item' in event ? [event.item] : []))).toMatchObject([
      { type: 'function_call', status: 'in_progress', name: 'get_weather', arguments: '' },
      { type: 'function_call', status: 'completed', arguments: '{"location": "San Francisco"}' },
    ])
  })

  test.concurrent.each([
    ['by its address', 'https://images.example/pixel.png'],
    ['in the request', pixel],
  ])('image-input, %s', async (_where, image_url) => {
    const content = [
      { type: 'input_text', text: 'Describe the image.' },
      { type: 'input_image', image_url, detail: 'auto' },
    ]
    expect(told(await create({ input: [user(content)] }))).toEqual(answered(about('Describe the image.')))
  })

  test.concurrent('multi-turn', async () => {
    const input = [
      user('My name is Alice.'),
      { type: 'message', role: 'assistant', content: 'Hello Alice!' },
      user('What is my name?'),
    ]
    expect(told(await create({ input }))).toEqual(
      answered('Your name is Alice. You told me so earlier in this conversation.'),
    )
  })

  test.concurrent('function-call-roundtrip', async () => {
    const tool_choice = { type: 'function', name: 'get_weather' }
    const first = await create({ input: 'Look at San Francisco.', tools: [weather], tool_choice })
    expect(told(first)).toEqual(weatherCall)
    const call = first.output?.find((item) => item.type === 'function_call')
    const second = await create({
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call?.call_id, output: '18 degrees' }],
      tools: [weather],
    })
    expect(second.previous_response_id).toBe(first.id)
    expect(told(second)).toEqual(
      answered(
        'Thank you. The tool answered "18 degrees", and that is all I needed to know to finish this response.',
      ),
    )
  })

  test.concurrent('file-input', async () => {
    const file_data = `data:application/pdf;base64,${btoa('%PDF-1.4\n%%EOF\n')}`
    const content = [
      { type: 'input_text', text: 'What is in the file?' },
      { type: 'input_file', filename: 'empty.pdf', file_data },
    ]
    expect(told(await create({ input: [user(content)] }))).toEqual(answered(about('What is in the file?')))
  })

  test.concurrent('previous-response-id', async () => {
    const first = await create({ input: 'My name is Bob. Remember it.' })
    const second = await create({ input: 'What is my name?', previous_response_id: first.id })
    expect(told(second)).toEqual(answered('Your name is Bob. You told me so earlier in this conversation.'))
  })

  test.concurrent('file-search', async () => {
    const response = await create({
      input: 'Find the line.',
      tools: [{ type: 'file_search', vector_store_ids: ['vs_demo'] }],
      tool_choice: { type: 'file_search' },
      include: ['file_search_call.results'],
    })
    const result = {
      file_id: 'file_demo',
      filename: 'demo.txt',
      text: 'A line of the demo file.',
      score: 0.9,
      attributes: {},
    }
    expect(told(response)).toEqual({
      status: 'completed',
      output: [
        { type: 'file_search_call', status: 'completed', queries: ['Find the line.'], results: [result] },
        message(about('Find the line.')),
      ],
    })
  })

  test.concurrent('offline-web-search', async () => {
    const prompt = 'Look it up.'
    const response = await create({
      input: prompt,
      tools: [{ type: 'web_search', external_web_access: false }],
      include: ['web_search_call.action.sources'],
    })
    const text = about(prompt)
    const page = { url: 'https://example.com/', title: 'Example Domain' }
    const cited = { type: 'url_citation', ...page, start_index: text.length - 7, end_index: text.length }
    expect(told(response)).toEqual({
      status: 'completed',
      output: [
        {
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: prompt, sources: [{ type: 'url', url: page.url }] },
        },
        message(text, [cited]),
      ],
    })
  })

  test.concurrent('assistant-phase', async () => {
    const input = [
      { type: 'message', role: 'assistant', phase: 'commentary', content: 'I shall look.' },
      { type: 'message', role: 'assistant', phase: 'final_answer', content: 'It is there.' },
      user('Where?'),
    ]
    expect(told(await create({ input }))).toEqual(answered(about('Where?')))
  })

  test('response-output-phase-schema', () => {
    const output = (phase: string) => ({ id: 'msg_1', ...message('There.'), phase })
    expect(problemsOf('ItemField', output('commentary'))).toEqual([])
    expect(problemsOf('ItemField', output('final_answer'))).toEqual([])
    expect(problemsOf('ItemField', output('thinking'))).toEqual([
      expect.stringContaining('fits none of') as string,
    ])
  })

  // Compaction and WebSockets are not offered. Who asks for them is told so, and never left waiting.
  test.concurrent.each(['compact-response', 'compact-missing-model'])('%s: not offered', async (row) => {
    const model = row === 'compact-response' ? { model: 'demo' } : {}
    const answer = await post({ ...model, input: [user('Hi')], prompt_cache_key: 'k' }, '/compact')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', param: null, code: 'unknown_url' },
    })
  })

  test.concurrent.each([
    'websocket-response',
    'websocket-sequential-responses',
    'websocket-continuation',
    'websocket-reconnect-store-false-recovery',
    'websocket-previous-response-not-found',
    'websocket-failed-continuation-evicts-cache',
    'websocket-compact-new-chain',
  ])('%s: not offered', async () => {
    expect(await upgrade()).toBe(405)
  })
})

/** The status of the answer to who asks for a WebSocket: 101 would be one. */
function upgrade(): Promise<number | undefined> {
  return new Promise((answered, failed) => {
    const asked = request(`${server.url}/responses`, {
      headers: {
        authorization: 'Bearer sk-test',
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': btoa('0123456789abcdef'),
      },
    })
    asked.on('upgrade', () => answered(101))
    asked.on('response', (response) => answered(response.resume().statusCode))
    asked.on('error', failed)
    asked.end()
  })
}

describe('the schema', () => {
  test('finds what is missing, of the wrong type, or not among the values', async () => {
    const { temperature: _temperature, ...response } = await create({ input: 'Hello', max_output_tokens: 16 })
    expect(problemsOf('ResponseResource', { ...response, truncation: 'off', created_at: 1.5 })).toEqual([
      'ResponseResource.created_at: 1.5 is not integer',
      'ResponseResource.truncation: "off" is not enum:auto/disabled',
      'ResponseResource.temperature is missing',
    ])
    expect(eventProblems({ type: 'keepalive' })).toEqual(['keepalive is not among the events'])
  })
})
