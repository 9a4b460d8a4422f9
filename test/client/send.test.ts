import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareCall } from '../../src/client/call.js'
import type { ClientHooks, RequestOptions } from '../../src/client/options.js'
import { type Exchange, send, type Session } from '../../src/client/send.js'
import type { AttemptOptions, FetchResponse, TransportRequest } from '../../src/client/transport.js'
import { APIConnectionError } from '../../src/errors/connection-error.js'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { countedSignal } from './counted-signal.js'
import { rejection } from './rejection.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Attempt = (options: AttemptOptions, request: TransportRequest) => Promise<FetchResponse>

const respond =
  (status: number, headers: Record<string, string> = {}): Attempt =>
  async () =>
    new Response(status < 300 ? '{}' : `{"error":{"message":"status ${status}"}}`, { status, headers })
const refuse: Attempt = () => Promise.reject(new APIConnectionError('refused'))
const hang: Attempt = () => new Promise(() => {})

interface Sent extends Promise<Exchange> {
  requests: TransportRequest[]
}

/** Sends one POST over a transport that answers as told, the last answer for ever. */
function sendOver(attempts: Attempt[], options: RequestOptions = {}, session: Partial<Session> = {}): Sent {
  const requests: TransportRequest[] = []
  const transport: Session['transport'] = {
    send(request, attemptOptions) {
      const attempt = attempts[requests.length] ?? attempts.at(-1)
      requests.push(request)
      return attempt?.(attemptOptions, request) ?? Promise.reject(new Error('no attempt'))
    },
    describe: (request) => `https://api.test/v1${request.path}`,
    redact: (text) => text,
  }
  const call = prepareCall({ method: 'POST', path: '/responses', body: {} }, options)
  return Object.assign(
    send({ server: { honoursIdempotencyKey: false }, transport, ...session }, call, options),
    { requests },
  )
}

describe('retries', () => {
  it.each([408, 409, 429, 500, 502, 503, 529])('sends again after status %d', async (status) => {
    const sent = sendOver([respond(status), respond(200)])
    await vi.advanceTimersByTimeAsync(500)
    expect((await sent).response.status).toBe(200)
    expect(sent.requests).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 422])('does not send again after status %d', async (status) => {
    const sent = sendOver([respond(status)])
    expect(await rejection(sent)).toMatchObject({ status, message: expect.not.stringContaining('attempts') })
    expect(sent.requests).toHaveLength(1)
  })

  it('waits longer each time, below a cap that doubles', async () => {
    const sent = sendOver([refuse, refuse, respond(200)])
    await vi.advanceTimersByTimeAsync(249)
    expect(sent.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(499)
    expect(sent.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.requests).toHaveLength(3)
    expect((await sent).response.ok).toBe(true)
  })

  it('gives up after two retries with the last error, which tells of the attempts', async () => {
    const sent = sendOver([refuse, respond(503), respond(500)])
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({
      name: 'InternalServerError',
      message: '500 status 500 (after 3 attempts)',
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    [{ maxRetries: 0 }, {}, 1],
    [{}, { maxRetries: 0 }, 1],
    [{ maxRetries: 1 }, { maxRetries: 5 }, 2],
    [{}, { maxRetries: 4 }, 5],
  ])('with %j over %j makes that many attempts: %d', async (options, session, attempts) => {
    const sent = sendOver([refuse], options, session)
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(60_000)
    await failure
    expect(sent.requests).toHaveLength(attempts)
  })

  it.each([-1, 1.5, NaN])('refuses maxRetries %d before anything is sent', async (maxRetries) => {
    const sent = sendOver([respond(200)], { maxRetries })
    expect(await rejection(sent)).toMatchObject({
      code: 'invalid_argument',
      message: `maxRetries must be a whole number from 0, not ${maxRetries}.`,
    })
    expect(sent.requests).toEqual([])
  })

  it('waits as long as Retry-After asks', async () => {
    const sent = sendOver([respond(429, { 'retry-after': '7' }), respond(200)])
    await vi.advanceTimersByTimeAsync(6_999)
    expect(sent.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(sent.requests).toHaveLength(2)
  })

  it('does not wait longer than 60 s, and says so (B048)', async () => {
    const sent = sendOver([respond(429, { 'retry-after': '9568' })])
    expect(await rejection(sent)).toMatchObject({
      name: 'RateLimitError',
      retryAfter: 9_568_000,
      message: '429 status 429 The server asks to wait 9568 s, longer than the 60 s a retry may wait.',
    })
    expect(sent.requests).toHaveLength(1)
  })

  it('follows x-should-retry', async () => {
    const never = sendOver([respond(500, { 'x-should-retry': 'false' })])
    await rejection(never)
    expect(never.requests).toHaveLength(1)

    const again = sendOver([respond(400, { 'x-should-retry': 'true' }), respond(200)])
    await vi.advanceTimersByTimeAsync(500)
    await again
    expect(again.requests).toHaveLength(2)
  })

  it('keeps the idempotency key over its retries', async () => {
    const sent = sendOver([refuse, respond(500), respond(200)])
    await vi.advanceTimersByTimeAsync(5_000)
    await sent
    const keys = sent.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('does not retry what is neither an answer nor a lost connection', async () => {
    const refused = new MillraceError('api_key_unavailable', 'no key')
    const sent = sendOver([() => Promise.reject(refused)])
    expect(await rejection(sent)).toBe(refused)
    expect(sent.requests).toHaveLength(1)
  })
})

describe('abort', () => {
  it('before the request sends nothing', async () => {
    const sent = sendOver([respond(200)], { signal: AbortSignal.abort('early') })
    expect(await rejection(sent)).toMatchObject({
      name: 'APIUserAbortError',
      code: 'aborted',
      cause: 'early',
    })
    expect(sent.requests).toEqual([])
  })

  it('while connecting aborts the attempt at once and sends nothing more', async () => {
    const caller = countedSignal()
    let seen: AbortSignal | undefined
    const watch: Attempt = (options) => {
      seen = options.signal
      return new Promise(() => {})
    }
    const sent = sendOver([watch], { signal: caller.signal })
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(10)
    caller.controller.abort('enough')
    expect(await failure).toMatchObject({ code: 'aborted', cause: 'enough' })
    expect(seen?.aborted).toBe(true)
    expect([sent.requests.length, caller.live(), vi.getTimerCount()]).toEqual([1, 0, 0])
  })

  it('while waiting for the next attempt ends the wait', async () => {
    const caller = countedSignal()
    const sent = sendOver([respond(429, { 'retry-after': '30' })], { signal: caller.signal })
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(1_000)
    caller.controller.abort('enough')
    expect(await failure).toMatchObject({ code: 'aborted', cause: 'enough' })
    expect([sent.requests.length, caller.live(), vi.getTimerCount()]).toEqual([1, 0, 0])
  })

  it('while the body is read ends the reading', async () => {
    const caller = countedSignal()
    const { read } = await sendOver([respond(200)], { signal: caller.signal })
    const failure = rejection(read(() => new Promise(() => {})))
    caller.controller.abort('enough')
    expect(await failure).toMatchObject({ code: 'aborted', cause: 'enough' })
    expect(caller.live()).toBe(0)
  })

  it('never has more than one listener at a time, and none at the end', async () => {
    const caller = countedSignal()
    const sent = sendOver([refuse, respond(500), respond(200)], { signal: caller.signal })
    await vi.advanceTimersByTimeAsync(5_000)
    await (await sent).read((response) => response.text())
    expect([caller.peak(), caller.live()]).toEqual([1, 0])
  })

  it('cancels the body of an answer that came after the attempt was given up', async () => {
    const cancelled = vi.fn<() => void>()
    const caller = new AbortController()
    let answer: (response: Response) => void = () => {}
    const sent = sendOver([() => new Promise((resolve) => (answer = resolve))], { signal: caller.signal })
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(0)
    caller.abort()
    await failure
    answer(new Response(new ReadableStream({ cancel: cancelled })))
    await vi.advanceTimersByTimeAsync(0)
    expect(cancelled).toHaveBeenCalledTimes(1)
  })
})

describe('timeouts', () => {
  it('retries when the headers do not come in time, and names the clock', async () => {
    const sent = sendOver([hang], { timeout: { connect: 100 }, maxRetries: 1 })
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(100 + 250 + 100)
    expect(await failure).toMatchObject({
      name: 'APIConnectionTimeoutError',
      message:
        'No response headers arrived within 100 ms (timeout.connect). ' +
        'Raise timeout.connect, or set it to 0 to wait without a limit. (after 2 attempts)',
    })
    expect(sent.requests).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits without a limit when told to', async () => {
    const settled = vi.fn<(error: unknown) => void>()
    sendOver([hang], { timeout: 0 }).catch(settled)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([settled.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('ends everything at the total, retries included', async () => {
    const sent = sendOver([refuse], { timeout: { total: 600 }, maxRetries: 100 })
    const failure = rejection(sent)
    await vi.advanceTimersByTimeAsync(600)
    expect(await failure).toMatchObject({ message: expect.stringContaining('within 600 ms (timeout.total)') })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tells the transport how long it has', async () => {
    let limit: number | undefined
    await sendOver(
      [
        (options, request) => {
          limit = options.limit
          return respond(200)(options, request)
        },
      ],
      { timeout: 5 },
    )
    expect(limit).toBe(5)
  })
})

describe('hooks', () => {
  it('hear of every attempt, answer and retry, without headers and query', async () => {
    const heard: unknown[] = []
    const hooks: ClientHooks = {
      onRequest: (info) => heard.push(['request', info]),
      onResponse: (info) => heard.push(['response', info]),
      onRetry: ({ error, ...info }) => heard.push(['retry', info, error.message]),
    }
    const sent = sendOver(
      [refuse, respond(503, { 'x-request-id': 'req_1' }), respond(200)],
      { query: { key: 'secret' } },
      { hooks },
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await sent
    const info = { method: 'POST', url: 'https://api.test/v1/responses' }
    expect(heard).toEqual([
      ['request', { ...info, attempt: 1 }],
      ['retry', { ...info, attempt: 1, delay: 250 }, 'refused'],
      ['request', { ...info, attempt: 2 }],
      ['response', { ...info, attempt: 2, status: 503, requestID: 'req_1', elapsed: 0 }],
      ['retry', { ...info, attempt: 2, delay: 500 }, '503 status 503'],
      ['request', { ...info, attempt: 3 }],
      ['response', { ...info, attempt: 3, status: 200, requestID: null, elapsed: 0 }],
    ])
  })

  it('fail the call with what they throw', async () => {
    const thrown = new Error('from the hook')
    const hooks: ClientHooks = {
      onRequest: () => {
        throw thrown
      },
    }
    expect(await rejection(sendOver([respond(200)], {}, { hooks }))).toBe(thrown)
  })

  it('throw what they like: it is not retried and stays as it is, also if it looks like an error of ours', async () => {
    const thrown = new APIConnectionError('from the hook')
    const cancelled = vi.fn<() => void>()
    const hooks: ClientHooks = {
      onResponse: () => {
        throw thrown
      },
    }
    const sent = sendOver(
      [async () => new Response(new ReadableStream({ cancel: cancelled }))],
      {},
      { hooks },
    )
    expect(await rejection(sent)).toBe(thrown)
    expect([thrown.message, sent.requests.length, cancelled.mock.calls.length]).toEqual([
      'from the hook',
      1,
      1,
    ])
  })
})
