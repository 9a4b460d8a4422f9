import { afterEach, describe, expect, test, vi } from 'vitest'
import { ResponseStream } from '../../../src/stream/response-stream.js'
import { upstreamBackend, type UpstreamOptions } from '../../../src/server/backends/upstream.js'
import { created, flatError, itemAdded, partAdded, textDelta } from '../../../src/testing/event-builders.js'
import { response } from '../../../src/testing/response-builders.js'
import { jsonAnswer, type ScriptedAnswer } from '../../../src/testing/script.js'
import { scriptedServer, type ScriptedServer } from '../../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../../src/testing/sequences.js'
import { eventsOf, post, testServer, typesOf } from '../support.js'

const servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function provider(...answers: ScriptedAnswer[]): Promise<ScriptedServer> {
  const server = await scriptedServer(answers)
  servers.push(server)
  return server
}

const request = { model: 'm-test', input: 'Hi', stream: true }
const streaming = (...steps: NonNullable<ScriptedAnswer['steps']>): ScriptedAnswer => ({ steps })
const answer = streaming(toSSE(numbered(happy())))
const busy = jsonAnswer(
  429,
  { error: { message: 'Slow down.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } },
  { 'retry-after': '7' },
)
const beginning = toSSE(numbered([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hal')]))

function gateway(upstream: { url: string }, options: Partial<UpstreamOptions> = {}) {
  return testServer(
    upstreamBackend({ baseURL: `${upstream.url}/v1`, apiKey: 'sk-upstream', maxRetries: 0, ...options }),
  )
}

const bodyOf = (server: ScriptedServer, index = 0): unknown => JSON.parse(server.requests[index]?.body ?? '')

test('what the upstream streams is streamed, with ids and times of this server', async () => {
  const upstream = await provider(answer)
  const events = await eventsOf(await post(gateway(upstream), request))
  expect(typesOf(events)).toEqual(typesOf(happy()))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  const last = events.at(-1)
  expect(last).toMatchObject({
    response: { status: 'completed', output: [{ content: [{ text: 'Hi there' }] }] },
  })
  expect(last).not.toMatchObject({ response: { id: 'resp_0' } })
})

test('the request is passed on as it was, but for background and stream', async () => {
  const upstream = await provider(answer)
  const asked = { ...request, stream: false, store: false, temperature: 0.5, metadata: { a: 'b' } }
  const http = await post(gateway(upstream), asked)
  expect(http.status).toBe(200)
  expect(bodyOf(upstream)).toEqual({ ...asked, stream: true })
  expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-upstream')
})

test('a credential is resolved for the run, with its principal, and told to nobody', async () => {
  const upstream = await provider(jsonAnswer(401, { error: { message: 'Bad key sk-secret-of-anonymous.' } }))
  const server = gateway(upstream, { apiKey: async ({ principal }) => `sk-secret-of-${principal.owner}` })
  const http = await post(server, request)
  expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-secret-of-anonymous')
  expect(http.status).toBe(401)
  expect(await http.text()).not.toContain('sk-secret')
})

describe('before the first event', () => {
  test('429 stays 429, with its code and retry-after', async () => {
    const http = await post(gateway(await provider(busy)), request)
    expect([http.status, http.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await http.json()).toEqual({
      error: { message: 'Slow down.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' },
    })
  })

  test('400 keeps the name of the parameter, and no other server is asked', async () => {
    const refusal = { message: 'No such tool.', type: 'invalid_request_error', param: 'tools', code: null }
    const [first, second] = [await provider(jsonAnswer(400, { error: refusal })), await provider(answer)]
    const http = await post(gateway(first, { fallbacks: [{ baseURL: second.url, apiKey: null }] }), request)
    expect([http.status, await http.json()]).toEqual([400, { error: refusal }])
    expect(second.requests).toEqual([])
  })

  test('a server that is not there is 502 upstream_unreachable, without its address', async () => {
    const gone = await scriptedServer([answer])
    await gone.close()
    const http = await post(gateway(gone), request)
    expect([http.status, await http.json()]).toEqual([
      502,
      {
        error: {
          message: 'The upstream server cannot be reached.',
          type: 'server_error',
          param: null,
          code: 'upstream_unreachable',
        },
      },
    ])
  })

  test.each<[string, ScriptedAnswer]>([
    ['429', busy],
    ['500', jsonAnswer(500, { error: { message: 'Oh.' } })],
    ['a wrong key', jsonAnswer(401, { error: { message: 'No.' } })],
    ['a stream that ends at once', streaming({ end: 'eof' })],
    ['a stream that breaks at once', streaming(': hello\n\n', { end: 'reset' })],
    ['an error event', streaming(toSSE([flatError('server_error', 'Oh.')]))],
  ])('the next server is asked after %s, with its own credential', async (_what, failure) => {
    const [first, second] = [await provider(failure), await provider(answer)]
    const fallback = { baseURL: `${second.url}/v1`, apiKey: 'sk-second' }
    const http = await post(gateway(first, { fallbacks: [fallback] }), request)
    expect(typesOf(await eventsOf(http))).toEqual(typesOf(happy()))
    expect(second.requests[0]?.headers.authorization).toBe('Bearer sk-second')
  })

  test('the same server is asked again where that may help', async () => {
    const upstream = await provider(jsonAnswer(503, {}, { 'retry-after-ms': '1' }), answer)
    const http = await post(gateway(upstream, { maxRetries: 1 }), request)
    expect(typesOf(await eventsOf(http))).toEqual(typesOf(happy()))
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('after the first event', () => {
  test.each(['eof', 'reset'] as const)(
    '%s: what is open is closed, failed, nobody else is asked',
    async (end) => {
      const [first, second] = [
        await provider(streaming(beginning, { wait: 50 }, { end })),
        await provider(answer),
      ]
      const http = await post(gateway(first, { fallbacks: [{ baseURL: second.url, apiKey: null }] }), request)
      const events = await eventsOf(http)
      expect(typesOf(events).filter((type) => type !== 'error')).toEqual([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.failed',
      ])
      expect(events.at(-1)).toMatchObject({
        response: {
          status: 'failed',
          error: { code: 'upstream_truncated' },
          output: [{ status: 'incomplete', content: [{ text: 'Hal' }] }],
        },
      })
      expect(second.requests).toEqual([])
    },
  )

  test('a client that leaves ends the request to the upstream', async () => {
    const upstream = await provider(streaming(beginning, { end: 'hang' }))
    const leaving = new AbortController()
    const http = await post(gateway(upstream), { ...request, store: false }, { signal: leaving.signal })
    const stream = ResponseStream.from(http)
    for await (const event of stream) if (event.type === 'response.output_text.delta') break
    leaving.abort()
    expect(await upstream.requests[0]?.disconnected).toBe(true)
  })
})

describe('the next turn', () => {
  /** Two turns; the first one ends with what is in `told`. */
  async function secondTurn(told: object, ...answers: ScriptedAnswer[]) {
    const events = numbered(happy()).map((event) =>
      'response' in event ? { ...event, response: { ...event.response, ...told } } : event,
    )
    const upstream = await provider(streaming(toSSE(events)), ...answers)
    const server = gateway(upstream)
    const first = (await (await post(server, { model: 'm-test', input: 'Hi' })).json()) as { id: string }
    const turn = { model: 'm-test', input: 'And then?', previous_response_id: first.id }
    const second = await post(server, turn)
    expect(await second.json()).toMatchObject({ previous_response_id: first.id, status: 'completed' })
    await server.close()
    return upstream
  }

  const conversation = {
    input: [
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'Hi there' }] },
      { role: 'user', content: 'And then?' },
    ],
  }

  test('refers to what the upstream has stored', async () => {
    const upstream = await secondTurn({ id: 'resp_up', store: true }, answer)
    expect(bodyOf(upstream, 1)).toEqual({
      model: 'm-test',
      input: 'And then?',
      previous_response_id: 'resp_up',
      stream: true,
    })
  })

  test('brings the conversation where the upstream has not stored it', async () => {
    const upstream = await secondTurn({}, answer)
    expect(bodyOf(upstream, 1)).toMatchObject(conversation)
    expect(bodyOf(upstream, 1)).not.toHaveProperty('previous_response_id')
  })

  test('brings the conversation where the upstream has forgotten what it had stored', async () => {
    const gone = { message: 'Gone.', code: 'previous_response_not_found' }
    const upstream = await secondTurn({ store: true }, jsonAnswer(400, { error: gone }), answer)
    expect(bodyOf(upstream, 2)).toMatchObject(conversation)
  })
})

describe('background', () => {
  const queue = { model: 'm-test', input: 'Hi', background: true, stream: true }

  test("is this server's own: the upstream never hears of it", async () => {
    const upstream = await provider(answer)
    const server = gateway(upstream)
    const events = await eventsOf(await post(server, queue))
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { background: true } })
    expect(bodyOf(upstream)).not.toHaveProperty('background')
    await server.close()
  })

  test('that is delegated outlives the connection to the upstream', async () => {
    const events = numbered(happy()).map((event) =>
      'response' in event ? { ...event, response: { ...event.response, background: true } } : event,
    )
    const upstream = await provider(
      streaming(toSSE(events.slice(0, 5)), { wait: 50 }, { end: 'reset' }),
      streaming(toSSE(events.slice(5))),
    )
    const server = gateway(upstream, { nativeBackground: true })
    const types = typesOf(await eventsOf(await post(server, queue)))
    expect(types.filter((type) => type !== 'response.queued')).toEqual(typesOf(happy()))
    expect(bodyOf(upstream)).toMatchObject({ background: true })
    expect(upstream.requests[1]?.url).toBe('/v1/responses/resp_t?stream=true&starting_after=4')
    await server.close()
  })
  test('that is delegated is cancelled at the upstream as well', async () => {
    const upstream = await provider(
      streaming(beginning, { end: 'hang' }),
      jsonAnswer(200, response('cancelled')),
    )
    const server = gateway(upstream, { nativeBackground: true })
    const stream = ResponseStream.from(await post(server, queue))
    for await (const event of stream) if (event.type === 'response.output_text.delta') break
    const path = `http://localhost/v1/responses/${stream.responseId}/cancel`
    const cancelled = await server.fetch(new Request(path, { method: 'POST' }))
    expect(await cancelled?.json()).toMatchObject({ status: 'cancelled' })
    await vi.waitFor(() => expect(upstream.requests[1]?.url).toBe('/v1/responses/resp_t/cancel'))
    await server.close()
  })
})
