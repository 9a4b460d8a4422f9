import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { APIError } from '../../src/errors/api-error.js'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { Stream } from '../../src/stream/stream.js'
import { toResponse } from '../../src/stream/to-response.js'
import { toSSE as toEventStream } from '../../src/stream/to-sse.js'
import { flatError, happy, numbered, scriptedBody, toSSE } from '../../src/testing/index.js'

const events = numbered(happy('Hi there'))
const observer = () => ({ pulls: 0, cancels: 0, cancelReason: undefined })
const macrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

afterEach(() => void vi.restoreAllMocks())

async function types(stream: AsyncIterable<{ type: string }>): Promise<string[]> {
  const seen: string[] = []
  for await (const { type } of stream) seen.push(type)
  return seen
}

describe('aborted before it was opened', () => {
  it('a source that fails is nobody’s unhandled rejection', async () => {
    const stream = ResponseStream.from(Promise.reject(new Error('refused')), {
      signal: AbortSignal.abort('no'),
    })
    await expect(stream.done()).rejects.toMatchObject({ code: 'aborted' })
    await macrotask()
  })

  it('a source is given up, also one that arrives later', async () => {
    const early = observer()
    ResponseStream.from(scriptedBody([{ end: 'hang' }], { observer: early }), {
      signal: AbortSignal.abort('no'),
    })
    const late = observer()
    let arrive: (response: Response) => void = () => {}
    const stream = ResponseStream.from(new Promise<Response>((resolve) => (arrive = resolve)))
    await Promise.resolve()
    stream.abort('enough')
    arrive(new Response(scriptedBody([{ end: 'hang' }], { observer: late })))
    await macrotask()
    expect([early.cancels, late.cancels]).toEqual([1, 1])
  })

  it('both branches of tee give up the stream', async () => {
    const upstream = observer()
    const [left, right] = Stream.from(scriptedBody([{ end: 'hang' }], { observer: upstream })).tee()
    left.abort()
    right.abort()
    await macrotask()
    await macrotask()
    expect(upstream.cancels).toBe(1)
  })
})

describe('listeners', () => {
  it('of "error" that throw are reported, and change nothing', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const stream = ResponseStream.from(toSSE(events.slice(0, 3)))
    stream.on('error', () => {
      throw new Error('mine')
    })
    await expect(stream.done()).rejects.toMatchObject({ code: 'stream_truncated' })
    expect(said.mock.calls).toEqual([['millrace: a listener of "error" threw. Error: mine']])
  })

  it('of "end" that throw lose no event', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const stream = ResponseStream.from(toSSE(events)).on('end', () => {
      throw new Error('mine')
    })
    expect((await types(stream)).length).toBe(events.length)
  })

  it('of the last event cannot change the outcome', async () => {
    const heard: string[] = []
    const stream = ResponseStream.from(toSSE(events))
    stream.on('response.completed', () => stream.abort('late'))
    stream.on('error', () => heard.push('error')).on('end', () => heard.push('end'))
    await stream.done()
    expect(heard).toEqual(['end'])
  })

  it('of "error" are not called for an error event of the wire, nor others by an event of their name', async () => {
    const heard: unknown[] = []
    const odd = numbered([
      ...events.slice(0, 2),
      flatError('c', 'm'),
      { type: 'end' } as never,
      events[9] as never,
    ])
    const stream = ResponseStream.from(
      toSSE(odd.map((event, sequence_number) => ({ ...event, sequence_number }))),
    )
    stream
      .on('error', () => heard.push('error'))
      .on('end', () => heard.push('end'))
      .on('event', ({ type }) => heard.push(type))
    await stream.done()
    expect(heard).toEqual([
      'response.created',
      'response.in_progress',
      'error',
      'end',
      'response.completed',
      'end',
    ])
  })

  it('of "diagnostic" that throw fail the stream with what they threw', async () => {
    const mine = new Error('mine')
    const stream = ResponseStream.from([new TextEncoder().encode('retry: 5\n\n'), toSSE(events)]).on(
      'diagnostic',
      () => {
        throw mine
      },
    )
    await expect(stream.done()).rejects.toBe(mine)
  })
})

it('reads that overlap are answered in the order they were asked, however they are spaced', async () => {
  for (let spacing = 0; spacing < 4; spacing++) {
    const iterator = ResponseStream.from(events)[Symbol.asyncIterator]()
    const reads: Promise<IteratorResult<{ sequence_number?: unknown }>>[] = []
    for (const _event of events) {
      reads.push(iterator.next())
      for (let turn = 0; turn < spacing; turn++) await Promise.resolve()
    }
    const results = await Promise.all(reads)
    expect(results.map(({ value }) => value?.sequence_number)).toEqual(
      events.map(({ sequence_number }) => sequence_number),
    )
  }
})

it('odd sequence numbers hide no event and spoil no checkpoint', async () => {
  for (const odd of [-1, 0.5, 2 ** 53 + 2]) {
    const stream = ResponseStream.from(events.map((event) => ({ ...event, sequence_number: odd })))
    expect((await types(stream)).length).toBe(events.length)
    expect(stream.checkpoint()).toBeUndefined()
  }
})

describe('bytes of other kinds', () => {
  const bytes = toSSE(events)
  const foreign: unknown = runInNewContext('Uint8Array.from(bytes)', { bytes })
  it.each([
    ['an ArrayBuffer', bytes.buffer],
    ['a DataView', new DataView(bytes.buffer)],
    ['a Uint8Array of another realm', foreign],
    ['a Node Buffer', Buffer.from(bytes)],
  ])('%s are bytes', async (_kind, chunk) => {
    expect((await types(ResponseStream.from([chunk as Uint8Array]))).length).toBe(events.length)
  })

  it.each([[null], [5]])('%s is refused', async (item) => {
    await expect(ResponseStream.from([item as never]).done()).rejects.toMatchObject({
      code: 'unsupported_source',
    })
  })
})

describe('an answer with a status other than 2xx', () => {
  it.each([
    [
      401,
      'application/json',
      '{"error":{"message":"no key","code":"invalid_api_key"}}',
      'AuthenticationError',
      '401 no key',
    ],
    [401, 'application/json', '{"detail":"who?"}', 'AuthenticationError', '401 no message'],
    [429, 'text/plain', 'slow down', 'RateLimitError', '429 slow down'],
    [500, 'text/event-stream', '', 'InternalServerError', '500 no body'],
    [
      502,
      'application/json',
      '{"object":"response","status":"completed","output":[]}',
      'InternalServerError',
      '502 no message',
    ],
  ])('%i %s is that error', async (status, type, body, name, message) => {
    const answer = new Response(body, { status, headers: { 'content-type': type } })
    await expect(ResponseStream.from(answer).done()).rejects.toMatchObject({ name, status, message })
  })
})

describe('forwarding', () => {
  it('leaves no timer when the reader goes while it waits', async () => {
    vi.useFakeTimers()
    const reader = toEventStream(
      Stream.from(scriptedBody([toSSE(events.slice(0, 1)), { end: 'hang' }]), {
        timeout: { idle: 0, firstEvent: 0 },
      }),
    ).getReader()
    await reader.read()
    void reader.read()
    await vi.advanceTimersByTimeAsync(10)
    await reader.cancel()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('leaves the stream when what maps its events throws', async () => {
    const upstream = observer()
    const stream = ResponseStream.from(
      scriptedBody([toSSE(events.slice(0, 2)), { end: 'hang' }], { observer: upstream }),
    )
    const body = toEventStream(stream, {
      map() {
        throw new Error('mine')
      },
    })
    await new Response(body).text()
    expect(upstream.cancels).toBe(1)
  })

  it('B140: leaves a stream whose browser had gone before the first event', async () => {
    const upstream = observer()
    const stream = ResponseStream.from(scriptedBody([{ end: 'hang' }], { observer: upstream }))
    const browser = new AbortController()
    const answer = toResponse(stream, {
      request: new Request('http://localhost/', { signal: browser.signal }),
    })
    await macrotask()
    browser.abort()
    expect((await answer).status).toBe(502)
    expect(upstream.cancels).toBe(1)
  })
})

it('two streams on one signal have errors of their own, also when its reason is an error of a stream', async () => {
  const first = ResponseStream.from(scriptedBody([toSSE(events.slice(0, 2)), { end: 'hang' }]))
  for await (const _event of first) break
  const reason: unknown = await first.done().catch((error: unknown) => error)
  const second = ResponseStream.from(scriptedBody([{ end: 'hang' }]), { signal: AbortSignal.abort(reason) })
  const error: unknown = await second.done().catch((failure: unknown) => failure)
  expect(error).not.toBe(reason)
  if (!(error instanceof APIUserAbortError)) throw new Error('expected an abort', { cause: error })
  expect([error.responseId, error.cause]).toEqual([undefined, reason])
})

it('what an error quotes goes through redact', async () => {
  const redact = (text: string): string => text.replaceAll('sk-secret', '[redacted]')
  const open = (): Promise<Response> =>
    Promise.resolve(new Response(toSSE(numbered([flatError('c', 'bad key sk-secret')]))))
  const error: unknown = await ResponseStream.connect({ open, redact })
    .done()
    .catch((failure: unknown) => failure)
  expect(error).toMatchObject({ message: 'bad key [redacted]' })
  expect(JSON.stringify(error) + (error instanceof Error ? error.stack : '')).not.toContain('sk-secret')
})

it('the cause and the headers of an error go through redact too', async () => {
  const redact = (text: string): string => text.replaceAll('sk-secret', '[redacted]')
  const broken = scriptedBody([toSSE(events.slice(0, 2)), { end: 'reset' }], {
    resetError: new Error('proxy sk-secret closed'),
  })
  const cut = ResponseStream.connect({ open: () => Promise.resolve(new Response(broken)), redact })
  await expect(cut.done()).rejects.toMatchObject({ cause: { message: 'proxy [redacted] closed' } })

  const headers = { 'content-type': 'text/event-stream', 'x-echo': 'Bearer sk-secret' }
  const answer = new Response(toSSE(numbered([flatError('c', 'no')])), { headers })
  const failed = ResponseStream.connect({ open: () => Promise.resolve(answer), redact })
  const error = await failed.done().catch((failure: unknown) => failure)
  expect(APIError.isInstance(error) && error.headers?.get('x-echo')).toBe('Bearer [redacted]')
})

it('after an error event a server that never makes us wait is not followed for ever', async () => {
  let keepalives = 0
  async function* source(): AsyncGenerator<object> {
    yield* [...events.slice(0, 1), flatError('server_error', 'It broke.')]
    for (;;) {
      keepalives++
      yield { type: 'keepalive' }
    }
  }
  await expect(ResponseStream.from(source()).done()).rejects.toMatchObject({ message: 'It broke.' })
  expect(keepalives).toBeLessThan(300)
})
