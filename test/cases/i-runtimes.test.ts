import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import { decodeSSE } from '../../src/sse/body.js'
import { createResponsesServer } from '../../src/server/index.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { toResponse } from '../../src/stream/to-response.js'
import {
  happy,
  message,
  numbered,
  response,
  scriptedFetch,
  toSSE,
  type ScriptedAnswer,
  type ScriptedFetch,
} from '../../src/testing/index.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const params = { model: 'm-test', input: 'Hi' }
const bytes = toSSE(numbered(happy()))
const final = { ...response('completed', [message(0, 'Hi there')]), output_text: 'Hi there' }

function clientOf(...answers: ScriptedAnswer[]): { client: Millrace; fetch: ScriptedFetch } {
  const fetch = scriptedFetch(answers)
  return { client: new Millrace({ fetch, apiKey: 'test', baseURL: 'http://test/v1' }), fetch }
}

describe('B136: one POST, whatever the browser does', () => {
  test('the tab is hidden and shown again in the middle of a stream', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', page)
    const { client, fetch } = clientOf({ steps: [bytes] })
    for await (const event of client.responses.stream(params)) {
      if (event.type !== 'response.output_text.delta') continue
      for (const state of ['hidden', 'visible']) {
        page.visibilityState = state
        page.dispatchEvent(new Event('visibilitychange'))
      }
    }
    expect(fetch.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('the stream ends by itself', async () => {
    const { client, fetch } = clientOf({ steps: [bytes] })
    expect(await client.responses.stream(params).finalResponse()).toEqual(final)
    expect(fetch.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('the network drops after the first event', async () => {
    const { client, fetch } = clientOf({ steps: [bytes.subarray(0, 900), { end: 'reset' }] })
    await expect(client.responses.stream(params).finalResponse()).rejects.toMatchObject({
      name: 'APIConnectionError',
      retryable: true,
    })
    expect(fetch.requests.map(({ method }) => method)).toEqual(['POST'])
  })
})

describe('B138: bodies of every runtime', () => {
  test('an answer without a body stream says what is missing and what to pass instead', async () => {
    const bodiless = new Response(null, { status: 200, headers: { 'content-type': 'text/event-stream' } })
    const error = await ResponseStream.from(bodiless)
      .done()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'no_body', message: expect.stringContaining('fetch') })
  })

  const text = new TextDecoder().decode(bytes)
  async function* generate<T>(...items: T[]): AsyncGenerator<T> {
    yield* items
  }
  const sources: [string, () => Parameters<typeof ResponseStream.from>[0]][] = [
    ['a Response', () => new Response(bytes)],
    ['a promise of a Response', () => Promise.resolve(new Response(bytes))],
    ['a ReadableStream', () => new Blob([bytes]).stream()],
    ['an async iterable of strings', () => generate(text.slice(0, 100), text.slice(100))],
    ['an async iterable of bytes', () => generate(bytes.subarray(0, 100), bytes.subarray(100))],
    ['a Node Readable', () => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)])],
  ]

  test.each(sources)('a stream reads %s', async (_, source) => {
    expect(await ResponseStream.from(source()).finalResponse()).toEqual(final)
  })

  test('the decoder alone reads them too', async () => {
    const bodies = [
      new Response(bytes),
      new Blob([bytes]).stream(),
      generate(text),
      generate(bytes),
      Readable.from([bytes]),
    ]
    for (const body of bodies) {
      const types: unknown[] = []
      for await (const { event } of decodeSSE(body)) types.push(event)
      expect(types).toEqual(happy().map(({ type }) => type))
    }
  })
})

describe('B139: a stream goes through a server route to a browser', () => {
  test('the bytes are the protocol, the first event goes out at once, and the browser sees the same snapshots', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { client } = clientOf({
      steps: [toSSE(numbered(happy().slice(0, 1))), { wait: released }, toSSE(numbered(happy().slice(1), 1))],
    })
    const answer = await toResponse(client.responses.stream(params))
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')

    const browser = ResponseStream.from(answer)
    const events = browser[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ type: 'response.created', sequence_number: 0 })
    release()
    const texts: string[] = []
    for await (const event of events)
      if (event.type === 'response.output_text.delta') texts.push(event.snapshot)
    expect(texts).toEqual(['Hi t', 'Hi there'])
    expect(await browser.finalResponse()).toMatchObject({
      id: 'resp_t',
      status: 'completed',
      output: final.output,
      output_text: 'Hi there',
    })
  })

  test('an abort in the browser reaches the upstream request', async () => {
    const { client, fetch } = clientOf({ steps: [bytes.subarray(0, 900), { end: 'hang' }] })
    const browser = ResponseStream.from(await toResponse(client.responses.stream(params)))
    for await (const _ of browser) break
    await vi.waitFor(() => expect(fetch.requests[0]?.signal?.aborted).toBe(true))
  })
})

describe('B140: the server notices a client that left, by whichever sign', () => {
  const request = (signal?: AbortSignal): Request =>
    new Request('http://test/v1/responses', {
      method: 'POST',
      body: JSON.stringify({ ...params, stream: true }),
      headers: { 'content-type': 'application/json' },
      ...(signal && { signal }),
    })

  function serverThatWaits(): {
    fetch: (request: Request) => Promise<Response | undefined>
    aborted: Promise<void>
  } {
    let abort = (): void => {}
    const aborted = new Promise<void>((resolve) => (abort = resolve))
    const { fetch } = createResponsesServer({
      backend: {
        async respond({ writer, signal }) {
          signal.addEventListener('abort', () => abort())
          await writer.message().text('Hi')
          await aborted
        },
      },
    })
    return { fetch, aborted }
  }

  test('the signal never fires, but the body is cancelled', async () => {
    const { fetch, aborted } = serverThatWaits()
    const answer = await fetch(request())
    const reader = answer?.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect(aborted).resolves.toBeUndefined()
  })

  test('the body is never cancelled, but the signal fires', async () => {
    const { fetch, aborted } = serverThatWaits()
    const aborter = new AbortController()
    const answer = await fetch(request(aborter.signal))
    await answer?.body?.getReader().read()
    aborter.abort()
    await expect(aborted).resolves.toBeUndefined()
  })
})
