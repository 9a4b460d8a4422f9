import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoBackend } from '../../src/server/backends/demo.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { streamEvents, typesOf } from '../server/support.js'
import { playScript, randomScript } from '../server/writer/random-script.js'
import { lacking } from './openers.js'

const tool = (name: string) => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
})
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const summary = { reasoning: { summary: 'auto' } }

/** Everything that the demo model can be made to do. */
const shapes: [what: string, request: object][] = [
  ['text', {}],
  ['text with log probabilities', { include: ['message.output_text.logprobs'] }],
  ['a reasoning summary', summary],
  ['a refusal', { input: 'Please refuse.' }],
  ['a failure in mid-sentence', { input: 'Please fail.' }],
  ['a function call', { input: 'The weather in Paris?', tools: [tool('get_weather')] }],
  [
    'two function calls',
    { input: 'The weather and the clock in Paris?', tools: [tool('get_weather'), tool('read_clock')] },
  ],
  ['a custom tool', { input: 'Draw a fish', tools: [{ type: 'custom', name: 'draw' }] }],
  ['a web search', { tools: [{ type: 'web_search' }] }],
  ['a file search', { tools: [{ type: 'file_search' }], include: ['file_search_call.results'] }],
  ['code', { tools: [{ type: 'code_interpreter' }] }],
  ['an image', { tools: [{ type: 'image_generation' }] }],
  ['a JSON schema', { text: { format: { type: 'json_schema', name: 'book', schema } } }],
  ['a JSON object', { text: { format: { type: 'json_object' } } }],
  ['text that is cut', { max_output_tokens: 16 }],
  ['a summary that is cut', { ...summary, max_output_tokens: 16 }],
  [
    'arguments that are cut',
    {
      max_output_tokens: 16,
      tools: [
        {
          type: 'function',
          name: 'f',
          parameters: {
            type: 'object',
            properties: Object.fromEntries(
              [...Array(30).keys()].map((key) => [`k${key}`, { type: 'integer' }]),
            ),
          },
        },
      ],
    },
  ],
  [
    'a tool result',
    {
      input: [
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'done' },
      ],
    },
  ],
]

describe.each([false, true])('every opener and every done event (background: %s)', (background) => {
  test.each(shapes)('%s', async (_what, request) => {
    const events = await streamEvents(demoBackend({ pace: 0 }), {}, { background, ...request })
    expect(lacking(events)).toEqual([])
    expect(typesOf(events).includes('response.queued')).toBe(background)
    const stream = ResponseStream.from(events, { strict: true })
    for await (const _event of stream);
    expect(stream.diagnostics).toEqual([])
  })

  test('B132: whatever a backend writes', async () => {
    await fc.assert(
      fc.asyncProperty(randomScript, async (script) => {
        const events = await streamEvents(({ writer }) => playScript(writer, script), {}, { background })
        if (events.length > 0) expect(lacking(events)).toEqual([])
      }),
      { numRuns: process.env.CI ? 500 : 100 },
    )
  })
})

describe('the check itself', () => {
  test('finds each event that is left out of a stream', async () => {
    const request = { ...summary, tools: [{ type: 'code_interpreter' }], input: 'Hello' }
    const events = await streamEvents(demoBackend({ pace: 0 }), {}, request)
    const kinds = new Set(
      typesOf(events).filter((type) => !/delta$|\.(interpreting|completed|added)$/.test(type)),
    )
    for (const kind of [
      ...kinds,
      'response.completed',
      'response.output_item.added',
      'response.content_part.added',
    ]) {
      const place = typesOf(events).indexOf(kind)
      expect([kind, lacking(events.toSpliced(place, 1)).length > 0]).toEqual([kind, true])
    }
  })
})
