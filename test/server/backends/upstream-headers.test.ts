import { afterEach, expect, test } from 'vitest'
import { upstreamBackend, type UpstreamOptions } from '../../../src/server/backends/upstream.js'
import type { ResponsesServerOptions } from '../../../src/server/options.js'
import { jsonAnswer, type ScriptedAnswer } from '../../../src/testing/script.js'
import { scriptedServer, type ScriptedServer } from '../../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../../src/testing/sequences.js'
import { eventsOf, post, testServer } from '../support.js'

const servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function provider(...answers: ScriptedAnswer[]): Promise<ScriptedServer> {
  const server = await scriptedServer(answers)
  servers.push(server)
  return server
}

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const fromUpstream = {
  'x-request-id': 'req_up',
  'openai-processing-ms': '12',
  'x-ratelimit-remaining-tokens': '99',
  'set-cookie': 'a=b',
  'x-internal': 'i',
}
const answer: ScriptedAnswer = { headers: fromUpstream, steps: [toSSE(numbered(happy()))] }
const fromClient = {
  authorization: 'Bearer of-the-client',
  cookie: 'c=d',
  traceparent,
  tracestate: 'v=1',
  'openai-beta': 'responses=v1',
  'x-tenant': 't',
  'idempotency-key': 'k',
}
const request = { model: 'm-test', input: 'Hi', stream: true }

function gateway(
  upstream: { url: string },
  options: Partial<UpstreamOptions> = {},
  server: Partial<ResponsesServerOptions> = {},
) {
  const target = { baseURL: `${upstream.url}/v1`, apiKey: 'sk-upstream', maxRetries: 0 }
  return testServer(upstreamBackend({ ...target, ...options }), server)
}

const sentTo = (upstream: ScriptedServer): Record<string, unknown> => {
  const names = ['authorization', 'cookie', 'traceparent', 'tracestate', 'openai-beta', 'x-tenant']
  const { headers = {} } = upstream.requests[0] ?? {}
  return Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])))
}

const toldOf = (http: Response): Record<string, string> => {
  const names = [...Object.keys(fromUpstream), 'x-upstream-request-id']
  return Object.fromEntries([...http.headers].filter(([name]) => names.includes(name)))
}

test('by default the trace and beta features go up, and what a client paces itself by comes down', async () => {
  const upstream = await provider(answer)
  const http = await post(gateway(upstream), request, { headers: { ...fromClient, 'x-request-id': 'mine' } })
  expect(sentTo(upstream)).toEqual({
    authorization: 'Bearer sk-upstream',
    traceparent,
    tracestate: 'v=1',
    'openai-beta': 'responses=v1',
  })
  expect(toldOf(http)).toEqual({
    'x-request-id': 'mine',
    'x-upstream-request-id': 'req_up',
    'openai-processing-ms': '12',
    'x-ratelimit-remaining-tokens': '99',
  })
  expect((await eventsOf(http)).at(-1)?.type).toBe('response.completed')
})

test("lists of one's own replace the defaults, and never let a credential through", async () => {
  const upstream = await provider(answer)
  const server = gateway(upstream, {
    requestHeaders: ['x-tenant', 'authorization', 'cookie'],
    responseHeaders: ['x-internal', 'set-cookie'],
  })
  const http = await post(server, { ...request, stream: false }, { headers: fromClient })
  expect(sentTo(upstream)).toEqual({ authorization: 'Bearer sk-upstream', 'x-tenant': 't' })
  expect(toldOf(http)).toEqual({ 'x-request-id': expect.stringMatching(/^req_/), 'x-internal': 'i' })
})

test('not even a list of all headers changes how the answer is treated on its way', async () => {
  const headers = { ...fromUpstream, 'cache-control': 'max-age=60', 'x-accel-buffering': 'yes' }
  const upstream = await provider({ ...answer, headers })
  const http = await post(gateway(upstream, { responseHeaders: ['*'] }), request)
  expect(http.headers.get('cache-control')).toBe('no-cache, no-transform')
  expect(http.headers.get('x-accel-buffering')).toBe('no')
  expect(http.headers.get('x-internal')).toBe('i')
})

test('headers of a refusal come with it, and those of a server that was given up do not', async () => {
  const busy = (name: string): ScriptedAnswer =>
    jsonAnswer(
      429,
      { error: { message: 'Slow down.' } },
      { [`x-ratelimit-${name}`]: '0', 'retry-after': '7' },
    )
  const [first, second] = [await provider(busy('first')), await provider(busy('second'))]
  const server = gateway(first, { fallbacks: [{ baseURL: `${second.url}/v1`, apiKey: null }] })
  const http = await post(server, request)
  const limits = [...http.headers].filter(([name]) => name.startsWith('x-ratelimit'))
  expect([http.status, http.headers.get('retry-after'), limits]).toEqual([
    429,
    '7',
    [['x-ratelimit-second', '0']],
  ])
})

test('the answer to a background request goes out before the upstream is asked', async () => {
  const upstream = await provider(answer)
  const http = await post(gateway(upstream), { ...request, background: true }, { headers: fromClient })
  expect(toldOf(http)).toEqual({ 'x-request-id': expect.stringMatching(/^req_/) })
  await http.text()
  expect(sentTo(upstream)).toMatchObject({ authorization: 'Bearer sk-upstream', traceparent })
})

test('hooks see the trace, and may name the one that the upstream gets', async () => {
  const upstream = await provider(answer)
  const other = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
  const seen: unknown[] = []
  const server = gateway(
    upstream,
    {},
    {
      hooks: { onRunStart: ({ trace }) => seen.push(trace), outgoingTrace: () => ({ traceparent: other }) },
    },
  )
  await (await post(server, { ...request, store: false }, { headers: fromClient })).text()
  expect(seen).toEqual([{ traceparent, tracestate: 'v=1' }])
  expect(sentTo(upstream)).toEqual({
    authorization: 'Bearer sk-upstream',
    traceparent: other,
    'openai-beta': 'responses=v1',
  })
})
