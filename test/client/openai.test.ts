import OpenAI6, { AzureOpenAI as AzureOpenAI6 } from 'openai'
import OpenAI7, { AzureOpenAI as AzureOpenAI7 } from 'openai-v7'
import { describe, expect, it, vi } from 'vitest'
import { responses } from '../../src/client/openai.js'
import { message, response } from '../../src/testing/response-builders.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedFetch } from '../../src/testing/scripted-fetch.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { baseURL, type FetchScript, key, params, serverError } from './helpers.js'
import { rejection } from './rejection.js'

const events = numbered(happy())
const whole = { steps: [toSSE(events)] }
const answered = response('completed', [message(0, 'Hi there')])

const versions = [
  ['6.x', OpenAI6, AzureOpenAI6],
  ['7.x', OpenAI7, AzureOpenAI7],
] as const

describe.each(versions)('responses(openai %s)', (_version, OpenAI, AzureOpenAI) => {
  function over(
    script: FetchScript,
    options: { maxRetries?: number; timeout?: number; fetch?: typeof globalThis.fetch } = {},
  ) {
    const fetch = scriptedFetch(script)
    return { api: responses(new OpenAI({ apiKey: key, baseURL, fetch, logLevel: 'off', ...options })), fetch }
  }

  it('streams with the headers of the client and ours', async () => {
    const { api, fetch } = over([whole])
    const stream = api.stream(params, { headers: { 'x-one': '1', 'x-stainless-lang': null } })
    const types: string[] = []
    for await (const event of stream) types.push(event.type)
    expect(types).toEqual(events.map(({ type }) => type))
    expect((await stream.finalResponse()).output_text).toBe('Hi there')
    const [request] = fetch.requests
    expect([request?.method, request?.url, JSON.parse(request?.body ?? '')]).toEqual([
      'POST',
      `${baseURL}/responses`,
      { ...params, stream: true },
    ])
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-one': '1',
    })
    expect(request?.headers.has('x-stainless-lang')).toBe(false)
  })

  it('has the same surface: create, retrieve, cancel, delete, inputItems', async () => {
    const list = { object: 'list', data: [{ id: 'a' }], first_id: 'a', last_id: 'a', has_more: false }
    const { api, fetch } = over(({ url }) => jsonAnswer(200, url.includes('input_items') ? list : answered))
    const expected = { ...answered, output_text: 'Hi there' }
    expect(await api.create(params)).toEqual(expected)
    expect(await api.retrieve('resp_t', { include: ['reasoning.encrypted_content'] })).toEqual(expected)
    expect(await api.cancel('resp_t')).toEqual(expected)
    expect(await api.delete('resp_t')).toBeUndefined()
    expect((await api.inputItems.list('resp_t', { limit: 1 })).data).toEqual([{ id: 'a' }])
    expect(
      fetch.requests.map(({ method, url }) => `${method} ${decodeURIComponent(url.slice(baseURL.length))}`),
    ).toEqual([
      'POST /responses',
      'GET /responses/resp_t?include[]=reasoning.encrypted_content',
      'POST /responses/resp_t/cancel',
      'DELETE /responses/resp_t',
      'GET /responses/resp_t/input_items?limit=1',
    ])
  })

  it('gives the raw response and the request id', async () => {
    const { api } = over([jsonAnswer(200, answered, { 'x-request-id': 'req_1' })])
    expect(await (await api.create(params).asResponse()).json()).toEqual(answered)
    expect((await api.create(params).withResponse()).request_id).toBe('req_1')
  })

  it('turns their status errors into ours, with everything the server said', async () => {
    const error = {
      message: 'slow down',
      type: 'requests',
      param: null,
      code: 'rate_limit_exceeded',
      extra: 1,
    }
    const { api } = over([jsonAnswer(429, { error }, { 'x-request-id': 'req_1', 'retry-after': '90' })])
    expect(await rejection(api.create(params))).toMatchObject({
      name: 'RateLimitError',
      status: 429,
      code: 'rate_limit_exceeded',
      error,
      requestID: 'req_1',
      retryAfter: 90_000,
      message: '429 slow down The server asks to wait 90 s, longer than the 60 s a retry may wait.',
    })
  })

  it.each([
    [
      'a page',
      '<html><title>Blocked</title>',
      /^403 The server answered with a page\. The page's title is "Blocked"/,
    ],
    ['text', 'go away', /^403 go away$/],
    ['nothing', '', /^403 status code \(no body\)$/],
  ])('explains %s', async (_name, body, expected) => {
    const { api } = over([{ status: 403, headers: {}, steps: [body] }])
    expect(await rejection(api.create(params))).toMatchObject({
      name: 'PermissionDeniedError',
      message: expect.stringMatching(expected),
    })
  })

  it('retries itself, as often as the client is told to', async () => {
    const { api, fetch } = over([serverError('x', { 'retry-after': '0' })], { maxRetries: 1 })
    expect(await rejection(api.create(params))).toMatchObject({ message: '500 boom (after 2 attempts)' })
    const keys = fetch.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('maps a lost connection', async () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED', address: '::1', port: 9 }),
    })
    const { api } = over([whole], { maxRetries: 0, fetch: () => Promise.reject(cause) })
    expect(await rejection(api.create(params))).toMatchObject({
      name: 'APIConnectionError',
      code: 'connection_error',
      message: expect.stringContaining(`no answer from ${baseURL}/responses (ECONNREFUSED [::1]:9)`),
    })
  })

  it('has our clock, with the time of the client', async () => {
    vi.useFakeTimers()
    const { api } = over([{ ...whole, after: new Promise(() => {}) }], { maxRetries: 0, timeout: 100 })
    const failure = rejection(api.create(params))
    await vi.advanceTimersByTimeAsync(100)
    expect(await failure).toMatchObject({
      name: 'APIConnectionTimeoutError',
      message: expect.stringContaining('within 100 ms (timeout)'),
    })
    vi.useRealTimers()
  })

  it('aborts while connecting and in the middle of the body', async () => {
    const hanging = over([{ ...whole, after: new Promise(() => {}) }])
    const early = new AbortController()
    const failure = rejection(hanging.api.create(params, { signal: early.signal }))
    await vi.waitFor(() => expect(hanging.fetch.requests).toHaveLength(1))
    early.abort('enough')
    expect(await failure).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })

    const { api, fetch } = over([{ steps: [toSSE(events.slice(0, 6)), { end: 'hang' }] }])
    for await (const { type } of api.stream(params)) if (type === 'response.in_progress') break
    expect(fetch.requests[0]?.signal?.aborted).toBe(true)
  })

  it('passes on what is wrong with the client itself, once', async () => {
    const apiKey = vi.fn<() => Promise<string>>(() =>
      Promise.reject(new Error('vault is sealed to sk-0123456789')),
    )
    const api = responses(new OpenAI({ apiKey, baseURL, logLevel: 'off' }))
    expect(await rejection(api.create(params))).toMatchObject({
      code: 'openai_client_error',
      message: expect.stringContaining('vault is sealed to [redacted]'),
      retryable: false,
    })
    expect(apiKey).toHaveBeenCalledTimes(1)
  })

  it('keeps the key out of errors', async () => {
    const { api } = over([jsonAnswer(401, { error: { message: `Incorrect API key provided: ${key}` } })])
    const error = await rejection(api.create(params))
    expect(error).toMatchObject({
      name: 'AuthenticationError',
      message: expect.stringContaining('[redacted]'),
    })
    expect(JSON.stringify(error)).not.toContain(key)
  })

  it('works over AzureOpenAI, with its key header and API version', async () => {
    const fetch = scriptedFetch([whole])
    const azure = new AzureOpenAI({
      apiKey: key,
      endpoint: 'https://me.openai.azure.test',
      apiVersion: '2026-01-01',
      fetch,
    })
    expect(await responses(azure).stream(params).text()).toBe('Hi there')
    const [request] = fetch.requests
    expect(request?.url).toBe('https://me.openai.azure.test/openai/responses?api-version=2026-01-01')
    expect([request?.headers.get('api-key'), request?.headers.get('authorization')]).toEqual([key, null])
  })

  it('streams over a socket', async () => {
    const server = await scriptedServer([whole])
    const api = responses(new OpenAI({ apiKey: key, baseURL: `${server.url}/v1` }))
    expect(await api.stream(params).text()).toBe('Hi there')
    await server.close()
  })
})
