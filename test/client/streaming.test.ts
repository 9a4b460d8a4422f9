import { setMaxListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ResponseStream } from '../../src/stream/response-stream.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { baseURL, key, params, scriptedClient, serverError } from './helpers.js'
import { countedSignal } from './counted-signal.js'
import { rejection } from './rejection.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const events = numbered(happy())
const whole = { steps: [toSSE(events)] }
const start = toSSE(events.slice(0, 6))

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of stream) collected.push(item)
  return collected
}

describe('stream', () => {
  it('asks for a stream, in the next microtask, and yields it', async () => {
    const { client, fetch } = scriptedClient([whole])
    const stream = client.responses.stream(params, { idempotencyKey: 'mine' })
    expect(fetch.requests).toEqual([])
    expect(await stream.text()).toBe('Hi there')
    const [request] = fetch.requests
    expect([request?.method, request?.url, JSON.parse(request?.body ?? '')]).toEqual([
      'POST',
      `${baseURL}/responses`,
      { ...params, stream: true },
    ])
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'mine',
    })
  })

  it('fails with what a hook threw, as it is', async () => {
    const thrown = new Error('from the hook')
    const onRequest = (): never => {
      throw thrown
    }
    const { client } = scriptedClient([whole], { hooks: { onRequest } })
    expect(await rejection(client.responses.stream(params).done())).toBe(thrown)
  })

  it('says so when the parameters are no JSON', async () => {
    const { client } = scriptedClient([whole])
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const stream = client.responses.stream({ ...params, metadata: circular as Record<string, string> })
    expect(await rejection(stream.done())).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(
        'The parameters cannot be sent as JSON: Converting circular structure',
      ),
    })
  })

  it('counts the total of create from the request, not from the headers', async () => {
    vi.useFakeTimers()
    const { client } = scriptedClient([
      {
        after: new Promise((resolve) => setTimeout(resolve, 600)),
        headers: { 'content-type': 'text/event-stream' },
        steps: [start, { end: 'hang' }],
      },
    ])
    const creating = client.responses.create({ ...params, stream: true }, { timeout: { total: 1000 } })
    await vi.advanceTimersByTimeAsync(600)
    const stream = await creating
    const reading = rejection(collect(stream))
    await vi.advanceTimersByTimeAsync(399)
    await vi.advanceTimersByTimeAsync(1)
    expect(stream.metrics).toMatchObject({ connected: 600, ended: 1000 })
    expect(await reading).toMatchObject({ code: 'stream_idle', timer: 'total' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails with the error of a status other than 2xx, everywhere the same object', async () => {
    const { client } = scriptedClient([serverError()], { maxRetries: 0 })
    const stream = client.responses.stream(params)
    const error = await rejection(stream.finalResponse())
    expect(error).toMatchObject({ name: 'InternalServerError', status: 500, code: 'server_error' })
    expect(await rejection(stream.done())).toBe(error)
  })

  it('retries before anything was delivered, with the same idempotency key', async () => {
    const { client, fetch } = scriptedClient([serverError('x', { 'retry-after': '0' }), whole])
    expect(await client.responses.stream(params).text()).toBe('Hi there')
    const keys = fetch.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('never sends a second POST after delivery (B136)', async () => {
    const { client, fetch } = scriptedClient([{ steps: [start, { end: 'reset' }] }])
    const stream = client.responses.stream(params)
    expect(await rejection(stream.finalResponse())).toMatchObject({
      name: 'APIConnectionError',
      sequenceNumber: 5,
    })
    expect(fetch.requests).toHaveLength(1)
  })

  it('is done after the terminal event, whatever follows (B055)', async () => {
    const { client, fetch } = scriptedClient([{ steps: [toSSE(events), { end: 'reset' }] }])
    expect((await client.responses.stream(params).finalResponse()).status).toBe('completed')
    expect(fetch.requests).toHaveLength(1)
  })

  it('fails when the headers do not come in time', async () => {
    vi.useFakeTimers()
    const { client } = scriptedClient([{ ...whole, after: new Promise(() => {}) }], {
      maxRetries: 0,
      timeout: { connect: 100 },
    })
    const failure = rejection(client.responses.stream(params).finalResponse())
    await vi.advanceTimersByTimeAsync(100)
    expect(await failure).toMatchObject({
      name: 'APIConnectionTimeoutError',
      message: expect.stringContaining('100 ms (timeout.connect)'),
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    [
      { total: 150, connect: 2_000 },
      { ...whole, after: new Promise<void>(() => {}) },
    ],
    [{ total: 150 }, serverError('x', { 'retry-after': '2' })],
  ])('fails at the total of %j while there is no answer, created either way', async (timeout, answer) => {
    vi.useFakeTimers()
    const { client } = scriptedClient([answer, answer], { timeout })
    const failures = [
      rejection(client.responses.stream(params).finalResponse()),
      rejection(client.responses.create({ ...params, stream: true })),
    ]
    await vi.advanceTimersByTimeAsync(150)
    for (const failure of failures) {
      expect(await failure).toMatchObject({
        name: 'APIConnectionTimeoutError',
        message: expect.stringContaining('The stream was not finished within 150 ms (timeout.total)'),
        retryable: false,
      })
    }
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps the key out of the message when the body breaks', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error(`reset, sent ${key}`)),
    })
    const fetch = async (): Promise<Response> =>
      new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    const { client } = scriptedClient([], { fetch, maxRetries: 0 })
    expect(await rejection(client.responses.stream(params).finalResponse())).toMatchObject({
      name: 'APIConnectionError',
      message: expect.stringContaining('reset, sent [redacted]'),
    })
  })

  it('passes its timeouts and those of the client on', async () => {
    vi.useFakeTimers()
    const { client } = scriptedClient([{ steps: [start, { end: 'hang' }] }], {
      timeout: { idle: 60_000, connect: 5 },
    })
    const failure = rejection(client.responses.stream(params, { timeout: { idle: 1_000 } }).finalResponse())
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await failure).toMatchObject({
      name: 'StreamIdleError',
      timer: 'idle',
      message: expect.stringContaining('1000 ms'),
    })
  })

  it('lets strict come from the client or the call', async () => {
    const mistyped = { headers: { 'content-type': 'text/plain' }, ...whole }
    const { client } = scriptedClient([mistyped], { strict: true })
    expect(await rejection(client.responses.stream(params).finalResponse())).toMatchObject({
      code: 'unexpected_content_type',
    })
    expect(await client.responses.stream(params, { strict: false }).text()).toBe('Hi there')
  })

  it('aborts the request while it connects', async () => {
    const caller = countedSignal()
    const { client, fetch } = scriptedClient([{ ...whole, after: new Promise(() => {}) }])
    const failure = rejection(client.responses.stream(params, { signal: caller.signal }).finalResponse())
    await vi.waitFor(() => expect(fetch.requests).toHaveLength(1))
    caller.controller.abort('enough')
    expect(await failure).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect([fetch.requests[0]?.signal?.aborted, caller.live()]).toEqual([true, 0])
  })

  it('aborts the request in the middle of the body', async () => {
    const caller = countedSignal()
    const { client, fetch } = scriptedClient([{ steps: [start, { end: 'hang' }] }])
    const stream = client.responses.stream(params, { signal: caller.signal })
    const seen: string[] = []
    const failure = await rejection(
      (async () => {
        for await (const { type } of stream) if (seen.push(type) === 6) caller.controller.abort('enough')
      })(),
    )
    expect(failure).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect([seen.length, fetch.requests[0]?.signal?.aborted, caller.live()]).toEqual([6, true, 0])
  })

  it('explains a response without a body (B138)', async () => {
    const fetch = async (): Promise<Response> =>
      new Response(null, { headers: { 'content-type': 'text/event-stream' } })
    const { client } = scriptedClient([whole], { fetch })
    expect(await rejection(client.responses.stream(params).finalResponse())).toMatchObject({
      code: 'no_body',
      message: expect.stringMatching(/React Native.*expo\/fetch/),
    })
  })

  it('sends nothing in a browser that CORS would have to allow, but for what is asked', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' })
    const { client, fetch } = scriptedClient([whole], { apiKey: null })
    await client.responses.stream(params).done()
    expect(Object.fromEntries(fetch.requests[0]?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      'content-type': 'application/json',
    })
  })
})

describe('create({ stream: true })', () => {
  it('resolves at the headers with a Stream of the events as they came', async () => {
    const { client, fetch } = scriptedClient([whole])
    const stream = await client.responses.create({ ...params, stream: true })
    expect(await collect(stream)).toEqual(events)
    expect(JSON.parse(fetch.requests[0]?.body ?? '')).toEqual({ ...params, stream: true })
  })

  it('rejects for a status other than 2xx', async () => {
    const { client } = scriptedClient([serverError()], { maxRetries: 0 })
    expect(await rejection(client.responses.create({ ...params, stream: true }))).toMatchObject({
      status: 500,
    })
  })

  it('gives the raw event stream', async () => {
    const { client } = scriptedClient([whole])
    const http = await client.responses.create({ ...params, stream: true }).asResponse()
    expect(await http.text()).toBe(new TextDecoder().decode(toSSE(events)))
  })

  it('aborts the request when the stream is aborted or left', async () => {
    const { client, fetch } = scriptedClient([{ steps: [start, { end: 'hang' }] }])
    const stream = await client.responses.create({ ...params, stream: true })
    for await (const { type } of stream) if (type === 'response.in_progress') break
    expect(fetch.requests[0]?.signal?.aborted).toBe(true)
  })
})

describe('retrieve with stream: true', () => {
  it('asks for the events after a number and yields them', async () => {
    const { client, fetch } = scriptedClient([{ steps: [toSSE(events.slice(6))] }])
    const stream = await client.responses.retrieve('resp_t', {
      stream: true,
      starting_after: 5,
      include_obfuscation: false,
    })
    expect(await collect(stream)).toEqual(events.slice(6))
    const [request] = fetch.requests
    expect([request?.method, request?.url]).toEqual([
      'GET',
      `${baseURL}/responses/resp_t?stream=true&starting_after=5&include_obfuscation=false`,
    ])
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      authorization: `Bearer ${key}`,
    })
  })
})

describe('one signal for 200 streams', () => {
  it('has at most two listeners at a time and none at the end (B039)', async () => {
    const caller = countedSignal()
    const { client } = scriptedClient([whole])
    for (let round = 0; round < 100; round++) {
      await client.responses.stream(params, { signal: caller.signal }).done()
      await collect(await client.responses.create({ ...params, stream: true }, { signal: caller.signal }))
      expect(caller.live()).toBe(0)
    }
    expect(caller.peak()).toBeLessThanOrEqual(2)
  })

  it('has none after 200 concurrent ones, of which some failed', async () => {
    const caller = countedSignal()
    // Node warns from the eleventh listener on; here each belongs to a stream that is open.
    setMaxListeners(0, caller.signal)
    const { client } = scriptedClient((_request, index) =>
      index % 3 ? whole : serverError('x', { 'x-should-retry': 'false' }),
    )
    const streams = Array.from({ length: 200 }, (): ResponseStream =>
      client.responses.stream(params, { signal: caller.signal }),
    )
    await Promise.allSettled(streams.map((stream) => stream.done()))
    expect(caller.live()).toBe(0)
  })
})

it('resume refuses JSON text in place of what it says', () => {
  const { client } = scriptedClient([whole])
  expect(() => client.responses.resume('{"version":1}')).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('JSON.parse') }),
  )
})
