import * as fc from 'fast-check'
import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bearerKeys } from '../../src/server/authenticate.js'
import { demoBackend } from '../../src/server/backends/demo.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
import { serve, type ListeningServer } from '../../src/server/serve.js'
import { testServer } from './support.js'
import { playScript, randomScript } from './writer/random-script.js'

const quick = demoBackend({ pace: 0 })
const slow = demoBackend({ pace: 20 })
let listening: ListeningServer
beforeAll(async () => {
  const server = createResponsesServer({
    backend: { respond: (run) => (run.params.model === 'slow' ? slow : quick).respond(run) },
    authenticate: bearerKeys(['sk-test']),
  })
  listening = await serve(server)
})
afterAll(() => listening.close())

/** Both are read with the types of the older one, so that one text tests both. */
const load = (name: string): Promise<{ default: typeof OpenAI }> => import(/* @vite-ignore */ name)
const sdks = await Promise.all(
  ['openai', 'openai-v7'].map(async (name) => [name, (await load(name)).default] as const),
)

const request = { model: 'demo', input: 'Hello' }
/** Of these the SDK makes an exception. */
const failing = new Set(['fail', 'throw', 'return'])
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

describe.each(sdks)('%s as a client', (_name, SDK) => {
  const connect = (apiKey = 'sk-test') => new SDK({ apiKey, baseURL: `${listening.url}/v1`, maxRetries: 0 })

  test('creates a response', async () => {
    const response = await connect().responses.create(request)
    expect(response.status).toBe('completed')
    expect(response.output_text).toMatch(/^Hello!/)
    expect(response._request_id).toMatch(/^req_/)
  })

  test('streams a response', async () => {
    const stream = await connect().responses.create({ ...request, stream: true })
    let text = ''
    let last = ''
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta
      last = event.type
    }
    expect(text).toMatch(/^Hello!.*go by\.$/)
    expect(last).toBe('response.completed')
  })

  test.each([
    ['text', {}],
    ['a tool call', { tools: [weather], input: 'The weather in Paris?' }],
    ['a reasoning summary', { reasoning: { summary: 'auto' as const } }],
    ['a refusal', { input: 'Please refuse.' }],
    ['a web search', { tools: [{ type: 'web_search' as const }] }],
    ['an image', { tools: [{ type: 'image_generation' as const }] }],
    ['code', { tools: [{ type: 'code_interpreter' as const, container: { type: 'auto' as const } }] }],
    ['an early end', { max_output_tokens: 16 }],
  ])('its own accumulator takes %s', async (_what, params) => {
    const stream = connect().responses.stream({ ...request, ...params })
    let last: unknown
    stream.on('event', (event) => {
      if ('response' in event) last = event.response
    })
    const response = await stream.finalResponse()
    expect(response.output).toMatchObject((last as { output: object[] }).output)
  })

  test('B132: its own accumulator takes whatever a backend writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomScript.filter(({ end }) => !failing.has(end)),
        async (script) => {
          const server = testServer(({ writer }) => playScript(writer, script))
          const answer: typeof fetch = async (input, init) =>
            (await server.fetch(new Request(input, init))) ?? Response.error()
          const stream = new SDK({
            apiKey: 'none',
            baseURL: 'http://localhost/v1',
            fetch: answer,
            maxRetries: 0,
          }).responses.stream(request)
          let last: unknown
          stream.on('event', (event) => {
            if ('response' in event) last = event.response
          })
          expect((await stream.finalResponse()).output).toMatchObject((last as { output: object[] }).output)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('gets its error classes', async () => {
    await expect(connect('sk-wrong').responses.create(request)).rejects.toBeInstanceOf(
      SDK.AuthenticationError,
    )
    await expect(connect().responses.retrieve('resp_unknown')).rejects.toBeInstanceOf(SDK.NotFoundError)
    await expect(connect().responses.create({ ...request, temperature: 3 })).rejects.toMatchObject({
      status: 400,
      code: 'decimal_above_max_value',
      param: 'temperature',
      requestID: expect.stringMatching(/^req_/),
    })
    const broken = await connect().responses.create({ ...request, input: 'please fail', stream: true })
    await expect(
      (async () => {
        for await (const _ of broken);
      })(),
    ).rejects.toBeInstanceOf(SDK.APIError)
  })

  test('stops the run by leaving', async () => {
    const stream = await connect().responses.create({ ...request, stream: true })
    for await (const _ of stream) break
    expect(stream.controller.signal.aborted).toBe(true)
  })

  describe('in the background', () => {
    const background = { ...request, background: true }

    test('creates, and retrieves until it has ended', async () => {
      const { responses } = connect()
      const created = await responses.create(background)
      expect(created.status).toBe('queued')
      await vi.waitFor(async () => expect((await responses.retrieve(created.id)).status).toBe('completed'))
      const items = await responses.inputItems.list(created.id)
      expect(items.data).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }])
      await responses.delete(created.id)
      await expect(responses.retrieve(created.id)).rejects.toBeInstanceOf(SDK.NotFoundError)
    })

    test('streams, and resumes from where it was', async () => {
      const { responses } = connect()
      const seen = []
      for await (const event of await responses.create({ ...background, stream: true })) {
        seen.push(event)
        if (seen.length === 20) break
      }
      const [first] = seen
      const id = first?.type === 'response.created' ? first.response.id : ''
      for await (const event of await responses.retrieve(id, { stream: true, starting_after: 19 }))
        seen.push(event)
      expect(seen.map((event) => event.sequence_number)).toEqual([...seen.keys()])
      expect(seen.at(-1)?.type).toBe('response.completed')
      const whole = []
      for await (const event of await responses.retrieve(id, { stream: true })) whole.push(event)
      expect(whole).toEqual(seen)
    })

    test('its own accumulator resumes by id', async () => {
      const { responses } = connect()
      const { id } = await responses.stream({ ...background, background: true }).finalResponse()
      const again = await responses.stream({ response_id: id }).finalResponse()
      expect(again.output_text).toMatch(/^Hello!.*go by\.$/)
    })

    test('cancels', async () => {
      const { responses } = connect()
      const created = await responses.create({ ...background, model: 'slow', stream: true })
      let id = ''
      let last: unknown
      for await (const event of created) {
        if (event.type === 'response.created') id = event.response.id
        if (event.type === 'response.output_text.delta' && last === undefined) {
          expect((await responses.cancel(id)).status).toBe('cancelled')
          last = null
        }
        if (event.type === 'response.failed') last = event.response.status
      }
      expect(last).toBe('cancelled')
      expect((await responses.cancel(id)).status).toBe('cancelled')
    })
  })
})
