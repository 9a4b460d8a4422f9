import { describe, expect, expectTypeOf, it } from 'vitest'
import * as v from 'valibot'
import { z } from 'zod'
import { functionTool, textFormat } from '../../src/structured/index.js'
import {
  completed,
  created,
  functionCall,
  message,
  numbered,
  response,
  textDelta,
  toSSE,
} from '../../src/testing/index.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedClient } from './helpers.js'

const person = z.object({ name: z.string(), born: z.string().transform((date) => new Date(date)) })
const text = { format: textFormat(person, 'person') }
const search = functionTool({ name: 'search', parameters: z.object({ q: z.string() }) })
const weather = functionTool({
  name: 'weather',
  parameters: z.object({ city: z.string(), days: z.number() }),
})
const tools = [search, weather] as const
const json = '{"name":"Ada","born":"1815-12-10"}'
const params = { model: 'm', input: 'hi', text, tools }
const ada = { name: 'Ada', born: new Date('1815-12-10') }
const output = [message(0, json), { ...functionCall(1, '{"q":"x"}'), name: 'search' }]
const events = numbered([created(), textDelta(0, 0, json), completed(output)])
const streamed = { headers: { 'content-type': 'text/event-stream' }, steps: [toSSE(events)] }

describe('values', () => {
  it.each(['create', 'parse'] as const)('come with %s, and the request carries only JSON', async (method) => {
    const { client, fetch } = scriptedClient([jsonAnswer(200, response('completed', output))])
    const answer = await client.responses[method](params)
    expect(answer.output_parsed).toEqual(ada)
    expect(answer.output).toMatchObject([{ content: [{ parsed: ada }] }, { parsed_arguments: { q: 'x' } }])
    expect(JSON.parse(fetch.requests[0]?.body ?? '')).toMatchObject({
      text: { format: { type: 'json_schema', name: 'person', strict: true } },
      tools: [{ type: 'function', name: 'search' }, { name: 'weather' }],
    })
  })

  it('do not hold back an abort, however long a schema takes', async () => {
    const controller = new AbortController()
    const forever = person.refine(() => {
      controller.abort('enough')
      return new Promise(() => {})
    })
    const { client } = scriptedClient([jsonAnswer(200, response('completed', output))])
    const asked = { ...params, text: { format: textFormat(forever, 'person') } }
    await expect(client.responses.parse(asked, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
      cause: 'enough',
    })
  })

  it('come with stream', async () => {
    const { client } = scriptedClient([streamed])
    const stream = client.responses.stream(params)
    expect((await stream.finalResponse({ require: 'parsed' })).output_parsed).toEqual(ada)
  })

  it('come with a response that is followed, by what its options declare; nothing of that is sent', async () => {
    const { client, fetch } = scriptedClient([streamed, streamed])
    const resumed = client.responses.resume('resp_test', { text, tools })
    expect((await resumed.finalResponse()).output_parsed).toEqual(ada)
    const followed = client.responses.stream({ response_id: 'resp_test', text })
    expect((await followed.finalResponse()).output_parsed).toEqual(ada)
    expect(fetch.requests.map(({ method, url, body }) => [method, url.split('/v1')[1], body])).toEqual([
      ['GET', '/responses/resp_test?stream=true', ''],
      ['GET', '/responses/resp_test?stream=true', ''],
    ])
  })

  it('that do not fit reject nothing', async () => {
    const wrong = response('completed', [message(0, '{"name":1}')])
    const { client } = scriptedClient([jsonAnswer(200, wrong)])
    const answer = await client.responses.parse(params)
    expect(answer.output_text).toBe('{"name":1}')
    expect(answer.output).toMatchObject([{ content: [{ parse_error: { code: 'schema_mismatch' } }] }])
  })
})

describe('types', () => {
  const { client } = scriptedClient([])
  const { parse, stream, resume } = client.responses

  it('of a text are those after its schema, and in part those before it', () => {
    type Parsed = Awaited<ReturnType<typeof parseIt>>['output_parsed']
    const parseIt = () => parse(params)
    expectTypeOf<Parsed>().toEqualTypeOf<{ name: string; born: Date } | undefined>()
    const streamIt = () => stream(params)
    type Partial =
      ReturnType<ReturnType<typeof streamIt>['partialStream']> extends AsyncIterable<infer P> ? P : never
    expectTypeOf<Partial>().toEqualTypeOf<{ name?: string; born?: string }>()
  })

  it('of valibot are inferred too', () => {
    const format = textFormat(v.object({ n: v.number() }), 'n', {
      jsonSchema: { type: 'object' },
      strict: false,
    })
    const parseIt = () => parse({ model: 'm', text: { format } })
    expectTypeOf<Awaited<ReturnType<typeof parseIt>>['output_parsed']>().toEqualTypeOf<
      { n: number } | undefined
    >()
  })

  it('of calls are told apart by name', () => {
    const streamIt = () => stream(params)
    type Item = Awaited<ReturnType<ReturnType<typeof streamIt>['finalResponse']>>['output'][number]
    type Call = Extract<Item, { type: 'function_call' }>
    expectTypeOf<Extract<Call, { name: 'search' }>['parsed_arguments']>().toEqualTypeOf<
      { q: string } | undefined
    >()
    expectTypeOf<Extract<Call, { name: 'weather' }>['parsed_arguments']>().toEqualTypeOf<
      { city: string; days: number } | undefined
    >()
  })

  it('of events narrow with the type', () => {
    const read = async () => {
      for await (const event of resume('resp_1', { text, tools })) {
        if (event.type === 'response.output_text.done')
          expectTypeOf(event.parsed).toEqualTypeOf<{ name: string; born: Date } | undefined>()
        if (event.type === 'response.completed')
          expectTypeOf(event.response.output_parsed).toEqualTypeOf<{ name: string; born: Date } | undefined>()
      }
    }
    expectTypeOf(read).returns.resolves.toBeVoid()
  })

  it('are unknown where nothing is declared, and a misspelt parameter is an error', () => {
    const plain = () => parse({ model: 'm', input: 'hi' })
    expectTypeOf<Awaited<ReturnType<typeof plain>>['output_parsed']>().toEqualTypeOf<unknown>()
    // @ts-expect-error -- `modle` is no parameter
    const misspelt = () => parse({ modle: 'm' })
    expectTypeOf(misspelt).toBeFunction()
  })
})
