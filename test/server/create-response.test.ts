import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BackendRun } from '../../src/server/backend.js'
import { scriptBackend } from '../../src/server/backends/script.js'
import { bearerKeys } from '../../src/server/authenticate.js'
import { HTTPError } from '../../src/server/http-error.js'
import { eventsOf, parseAll, post, readerOf, streamEvents, testServer, typesOf, watch } from './support.js'

afterEach(() => void vi.useRealTimers())

const request = { model: 'm-test', input: 'Hi' }
const hello = scriptBackend(async ({ writer }) => {
  await writer.message({ id: 'msg_0' }).text('Hello')
  await writer.complete({ usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } })
})
const never = new Promise<never>(() => undefined)
const refusing = (): Promise<never> =>
  Promise.reject(
    new HTTPError({ status: 429, message: 'Slow down.', code: 'rate_limit_exceeded', retryAfter: 3000 }),
  )

describe('without a stream', () => {
  test('the response is JSON, complete', async () => {
    const response = await post(testServer(hello), request)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({
      id: expect.stringMatching(/^resp_[0-9a-f]{48}$/),
      object: 'response',
      status: 'completed',
      model: 'm-test',
      store: true,
      output: [
        {
          id: 'msg_0',
          type: 'message',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    })
  })

  test('a backend that fails before any output is an HTTP error, later a failed response', async () => {
    expect((await post(testServer(refusing), request)).status).toBe(429)
    const late = testServer(async function* () {
      yield {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'msg_0', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
      }
      throw new Error('boom')
    })
    const response = await post(late, request)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
  })

  test('a client that leaves cancels the run', async () => {
    const leaving = new AbortController()
    let signal: AbortSignal | undefined
    const answer = post(
      testServer((run) => {
        signal = run.signal
        return never
      }),
      request,
      { signal: leaving.signal },
    )
    await vi.waitFor(() => expect(signal).toBeDefined())
    leaving.abort()
    expect((await answer).status).toBe(499)
    expect(signal?.aborted).toBe(true)
  })
})

describe('with a stream', () => {
  const streaming = { ...request, stream: true }

  test('B122: the headers keep proxies from holding it back', async () => {
    const response = await post(testServer(hello), streaming)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  })

  test('the stream is the whole protocol, and nothing else', async () => {
    const text = await (await post(testServer(hello), streaming)).text()
    const events = parseAll(text)
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    // B011, B012: nothing that the official SDKs fall over.
    const lines = text.split('\n').filter((line) => line !== '')
    expect(lines.every((line) => /^(event|data): ./.test(line))).toBe(true)
    expect(text).not.toContain('\r')
  })

  test('B049: a failure before the first event is an HTTP error', async () => {
    const response = await post(testServer(refusing), streaming)
    expect({
      status: response.status,
      type: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    }).toEqual({
      status: 429,
      type: 'application/json',
      retryAfter: '3',
      body: {
        error: { message: 'Slow down.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' },
      },
    })
  })

  test('B125: a silent backend gets its status line after a second, and heartbeats', async () => {
    vi.useFakeTimers()
    const server = testServer(() => never, { heartbeat: {} })
    let answered = false
    const answer = post(server, streaming).then((response) => {
      answered = true
      return response
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(answered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const { chunks: seen } = watch(await answer)
    await vi.advanceTimersByTimeAsync(94_000)
    expect(typesOf(parseAll(seen.join('')))).toEqual(['response.created', 'response.in_progress'])
    expect(seen.slice(1)).toEqual(Array.from({ length: 7 }, () => ': keep-alive\n\n'))
    await server.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['signal', 'cancel'])(
    'B117: a client that leaves is noticed by %s, and the backend stops at once',
    async (way) => {
      const leaving = new AbortController()
      let run: BackendRun | undefined
      const ends: unknown[] = []
      const server = testServer(
        async function* (own) {
          run = own
          yield {
            type: 'response.output_item.added',
            output_index: 0,
            item: { id: 'msg_0', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
          }
          await never
        },
        { hooks: { onRunEnd: ({ response }) => ends.push(response?.status) } },
      )
      const response = await post(server, streaming, { signal: leaving.signal })
      const reader = readerOf(response)
      await reader.read()
      if (way === 'signal') leaving.abort()
      else await reader.cancel()
      expect(run?.signal.aborted).toBe(true)
      expect(ends).toEqual(['cancelled'])
    },
  )

  test.each([false, true])(
    'two hundred streams on one signal leave no listener on it (background: %s)',
    async (background) => {
      const shared = new AbortController()
      const adding = vi.spyOn(AbortSignal.prototype, 'addEventListener')
      const removing = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
      const server = testServer(hello)
      for (let count = 0; count < 200; count += 1) {
        const incoming = new Request('http://localhost/v1/responses', {
          method: 'POST',
          body: JSON.stringify({ ...streaming, background }),
        })
        Object.defineProperty(incoming, 'signal', { value: shared.signal })
        await (await server.fetch(incoming))?.text()
      }
      const own = ({ mock }: typeof adding | typeof removing): number =>
        mock.contexts.filter((context) => context === shared.signal).length
      expect(own(adding)).toBe(200)
      expect(own(removing)).toBe(200)
      adding.mockRestore()
      removing.mockRestore()
    },
  )

  test('deltas are padded unless the request or the server says otherwise', async () => {
    const padded = async (options: object, body: object = {}): Promise<boolean> => {
      const events = await streamEvents(hello, options, body)
      return events.some((event) => 'obfuscation' in event)
    }
    expect(await padded({ obfuscation: true })).toBe(true)
    expect(await padded({ obfuscation: true }, { stream_options: { include_obfuscation: false } })).toBe(
      false,
    )
    expect(await padded({ obfuscation: false })).toBe(false)
    expect(await padded({ obfuscation: false }, { stream_options: { include_obfuscation: true } })).toBe(true)
  })

  test('B038: a client that pauses gets every one of 6,000 events, and little is held meanwhile', async () => {
    let produced = 0
    const server = testServer(async ({ writer }) => {
      const message = writer.message()
      for (; produced < 6000; produced += 1) await message.text(`word ${produced} `)
      await writer.complete()
    })
    const reader = readerOf(await post(server, streaming))
    const chunks: Uint8Array[] = []
    const read = async (): Promise<boolean> => {
      const { done, value } = await reader.read()
      if (value) chunks.push(value)
      return !done
    }
    for (let count = 0; count < 10; count += 1) await read()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const whilePaused = produced
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(produced).toBe(whilePaused)
    expect(whilePaused).toBeLessThan(300)
    while (await read());
    const events = await eventsOf(new Response(new Blob(chunks as BlobPart[])))
    expect(events.filter((event) => event.type === 'response.output_text.delta')).toHaveLength(6000)
  })
})

describe('who may ask, and what', () => {
  test('authenticate comes before everything else', async () => {
    const server = testServer(hello, { authenticate: bearerKeys({ web: 'sk-web' }) })
    const refused = await post(server, 'not even JSON')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.json()).toEqual({
      error: {
        message:
          "You didn't provide an API key. Send it in the Authorization header: 'Authorization: Bearer YOUR_KEY'.",
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    })
    expect((await post(server, request, { headers: { authorization: 'Bearer sk-web' } })).status).toBe(200)
  })

  test('prepare decides what runs; only its result has to be complete', async () => {
    let seen: BackendRun | undefined
    const server = testServer(
      (run) => {
        seen = run
        return run.writer.complete()
      },
      {
        authenticate: () => ({ owner: 'web', plan: 'free' }),
        prepare: ({ input }, { plan }) => ({
          model: `m-${String(plan)}`,
          instructions: 'Be brief.',
          ...(input !== undefined && { input }),
        }),
      },
    )
    const response = await post(server, { input: 'Hi', temperature: 2, instructions: 'Tell me everything.' })
    expect(await response.json()).toMatchObject({
      model: 'm-free',
      instructions: 'Be brief.',
      temperature: 1,
    })
    expect(seen?.params).toEqual({
      model: 'm-free',
      instructions: 'Be brief.',
      input: 'Hi',
      stream: undefined,
    })
    expect(seen?.principal).toEqual({ owner: 'web', plan: 'free' })
  })

  test('whether it streams stays the choice of the client', async () => {
    const server = testServer(hello, {
      prepare: ({ input }) => ({ model: 'm', ...(input !== undefined && { input }) }),
    })
    const response = await post(server, { input: 'Hi', stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  test('prepare and admit may refuse', async () => {
    const refuse = (): never => {
      throw new HTTPError({ status: 403, message: 'Not today.', code: 'not_today' })
    }
    const body = {
      error: { message: 'Not today.', type: 'invalid_request_error', param: null, code: 'not_today' },
    }
    const byPrepare = await post(testServer(hello, { prepare: refuse }), request)
    expect([byPrepare.status, await byPrepare.json()]).toEqual([403, body])
    const admitted: unknown[] = []
    const byAdmit = await post(
      testServer(hello, {
        admit: (owner, params) => {
          admitted.push(owner, params)
          refuse()
        },
      }),
      request,
    )
    expect([byAdmit.status, await byAdmit.json()]).toEqual([403, body])
    expect(admitted).toEqual(['anonymous', request])
  })

  test('an invalid request is told apart before the backend is asked', async () => {
    let asked = 0
    const server = testServer(async () => void (asked += 1))
    const response = await post(server, { ...request, temperature: 3 })
    expect([response.status, await response.json(), asked]).toEqual([
      400,
      {
        error: {
          message:
            "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'decimal_above_max_value',
        },
      },
      0,
    ])
  })
})
