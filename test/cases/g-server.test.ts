import { getRequestListener } from '@hono/node-server'
import * as fc from 'fast-check'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, createGzip, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import type { BackendRun } from '../../src/server/backend.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { toResponse } from '../../src/stream/to-response.js'
import { happy, numbered, toSSE } from '../../src/testing/index.js'
import {
  ask,
  eventsOf,
  gate,
  idOf,
  parseAll,
  post,
  readerOf,
  readUntil,
  testServer,
  typesOf,
  type WireEvent,
} from '../server/support.js'
import { playScript, randomScript } from '../server/writer/random-script.js'

// What of section G is about proxies, sockets and whole streams. The rest is beside the server's own tests,
// where the table of cases/README.md says so.

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A server over a real socket; gives its address. */
async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const http = createServer((request, response) => void listener(request, response))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  closing.push(
    () =>
      new Promise((closed) => {
        http.close(() => closed())
        http.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const clientOf = (url: string): Millrace =>
  new Millrace({ baseURL: `${url}/v1`, apiKey: 'test', maxRetries: 0 })
const params = { model: 'm-test', input: 'Hi' }
const streaming = { ...params, stream: true, background: true }

describe('B027: keepalives of the server', () => {
  test('as events are part of the one sequence, and never come before response.created', async () => {
    vi.useFakeTimers()
    const going = gate()
    const server = testServer(
      async ({ writer }) => {
        await going.opened
        await writer.complete()
      },
      { heartbeat: { kind: 'event' } },
    )
    const answer = post(server, { ...params, stream: true })
    await vi.advanceTimersByTimeAsync(1000)
    const reader = readerOf(await answer)
    const reading = readUntil(reader, () => false)
    await vi.advanceTimersByTimeAsync(40_000)
    going.open()
    const events = parseAll(await reading)
    expect(events.map(({ type, sequence_number }) => [sequence_number, type])).toEqual([
      [0, 'response.created'],
      [1, 'response.in_progress'],
      [2, 'keepalive'],
      [3, 'keepalive'],
      [4, 'keepalive'],
      [5, 'response.completed'],
    ])
  })
})

describe('B117: a client that leaves', () => {
  test.each([
    { background: true, store: true, aborted: false, left: [200, 'completed'] },
    { background: false, store: true, aborted: true, left: [200, 'cancelled'] },
    { background: false, store: false, aborted: true, left: [404, undefined] },
  ])(
    'background: $background, store: $store: the backend is told to stop: $aborted',
    async ({ background, store, aborted, left }) => {
      const going = gate()
      let run: BackendRun | undefined
      let ended: unknown
      const server = testServer(
        async (own) => {
          run = own
          const message = own.writer.message()
          await message.text('one')
          await going.opened
          // Whoever goes on writing all the same is not heard, and does no harm.
          await message.text(' two')
          await own.writer.complete()
        },
        { hooks: { onRunEnd: ({ response }) => void (ended = response?.status) } },
      )
      const reader = readerOf(await post(server, { ...params, stream: true, background, store }))
      const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('"one"')))[0])
      await reader.cancel()
      expect(run?.signal.aborted).toBe(aborted)
      going.open()
      await vi.waitFor(() => expect(ended).toBe(aborted ? 'cancelled' : 'completed'))
      const found = await ask(server, `/${id}`)
      expect([found.status, Reflect.get(Object(await found.json()), 'status')]).toEqual(left)
    },
  )
})

describe('B122: nothing on the way holds the events back', () => {
  test('POST and GET stream have the headers that proxies heed, before the first token', async () => {
    const going = gate()
    const server = testServer(async ({ writer, started }) => {
      started()
      await going.opened
      await writer.complete()
    })
    const url = await listen(
      getRequestListener(async (request) => (await server.fetch(request)) ?? Response.error()),
    )
    const created = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(streaming),
    })
    const reader = readerOf(created)
    const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('\n\n')))[0])
    const followed = await fetch(`${url}/v1/responses/${id}?stream=true&starting_after=2`)
    for (const { headers } of [created, followed]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        'transfer-encoding': 'chunked',
      })
      expect(headers.has('content-length')).toBe(false)
    }
    going.open()
    expect(typesOf(await eventsOf(followed))).toEqual(['response.completed'])
    await readUntil(reader, () => false)
  })
})

describe('B123: compression', () => {
  test('a compressing middleware leaves the stream alone: each event is seen before the next is made', async () => {
    const gates = [gate(), gate(), gate()]
    const server = testServer(async ({ writer }) => {
      const message = writer.message()
      for (const [index, { opened }] of gates.entries()) {
        await message.text(`word ${index} `)
        await opened
      }
      await writer.complete()
    })
    const app = new Hono()
    app.use(compress())
    app.get('/page', (context) => context.text('long '.repeat(1000)))
    app.all('*', async (context) => (await server.fetch(context.req.raw)) ?? context.notFound())
    const url = await listen(getRequestListener(app.fetch))

    const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' }
    expect((await fetch(`${url}/page`, { headers })).headers.get('content-encoding')).toBe('gzip')
    const body = JSON.stringify({ ...params, stream: true })
    const answer = await fetch(`${url}/v1/responses`, { method: 'POST', headers, body })
    expect(answer.headers.get('content-encoding')).toBe(null)
    const reader = readerOf(answer)
    let longest = 0
    for (const [index, { open }] of gates.entries()) {
      const since = performance.now()
      await readUntil(reader, (text) => text.includes(`word ${index} `))
      longest = Math.max(longest, performance.now() - since)
      open()
    }
    // 50 ms where nothing else runs.
    expect(longest).toBeLessThan(3000)
    expect(parseAll(await readUntil(reader, () => false)).at(-1)?.type).toBe('response.completed')
  })

  const events = numbered(happy())

  /** Three events in gzip, and then bytes that are none. */
  async function broken(rest: Uint8Array): Promise<string> {
    return listen((request, response) => {
      // Compression was not asked for; some servers do it all the same.
      expect(request.headers['accept-encoding']).toBe('identity')
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
      gzip.on('data', (chunk: Uint8Array) => response.write(chunk))
      gzip.write(toSSE(events.slice(0, 3)))
      gzip.flush(constants.Z_SYNC_FLUSH, () => response.end(rest))
    })
  }

  test.each([
    ['is cut before its trailer', new Uint8Array(), ['StreamTruncatedError', 'APIConnectionError']],
    // The fetch of Node 20 mostly falls silent instead of failing; then the idle clock ends it.
    ['goes on with garbage', new Uint8Array(64).fill(0xff), ['APIConnectionError', 'StreamIdleError']],
  ])('a compressed stream that %s: what was decoded is kept', async (_what, rest, names) => {
    const stream = clientOf(await broken(rest)).responses.stream(params, { timeout: { idle: 500 } })
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const { type } of stream) seen.push(type)
    })()
    const error = await reading.catch((reason: unknown) => reason)
    expect(names).toContain(error instanceof Error ? error.name : error)
    expect(error).toMatchObject({ retryable: true, responseId: 'resp_t', sequenceNumber: 2 })
    expect(seen).toEqual(events.slice(0, 3).map(({ type }) => type))
  })
})

describe('B124: a stream that came compressed is forwarded as what it is now', () => {
  test('no header that spoke of the compressed body goes on', async () => {
    const events = numbered(happy())
    const body = gzipSync(toSSE(events))
    const upstream = await listen((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-encoding': 'gzip',
        'content-length': body.length,
        connection: 'keep-alive',
        'set-cookie': 'secret=1',
      })
      response.end(body)
    })
    const relay = await listen(
      getRequestListener(async (request) =>
        toResponse(clientOf(upstream).responses.stream(params), { request }),
      ),
    )
    const answer = await fetch(relay, { headers: { 'accept-encoding': 'identity' } })
    const { date: _date, ...headers } = Object.fromEntries(answer.headers)
    expect(headers).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    })
    expect((await ResponseStream.from(answer).finalResponse()).output_text).toBe('Hi there')
  })
})

describe('B132: what a run leaves behind is one thing', () => {
  test('the folded stream, its terminal response, the record and the replay are equal, whatever a backend writes', async () => {
    await fc.assert(
      fc.asyncProperty(randomScript, fc.option(fc.nat(30)), async (script, cancelAfter) => {
        const server = testServer(({ writer }) => playScript(writer, script))
        const seen: WireEvent[] = []
        const answer = await post(server, streaming)
        let cancelled: Promise<unknown> | undefined
        const reader = readerOf(answer)
        let text = ''
        text = await readUntil(reader, (all) => {
          text = all
          seen.splice(0, Infinity, ...parseAll(all))
          if (cancelAfter !== null && seen.length > cancelAfter)
            cancelled ??= ask(server, `/${idOf(seen[0])}/cancel`, { method: 'POST' })
          return false
        })
        await cancelled
        const events = parseAll(text)
        const stream = ResponseStream.from(events, { strict: true })
        for await (const _ of stream);
        expect(stream.diagnostics).toEqual([])
        const { output_text: _text, ...final } = await stream.finalResponse()
        const terminal: unknown = Reflect.get(Object(events.at(-1)), 'response')
        expect(final).toEqual(terminal)
        const id = idOf(events[0])
        expect(await (await ask(server, `/${id}`)).json()).toEqual(terminal)
        expect(await eventsOf(await ask(server, `/${id}?stream=true`))).toEqual(events)
        await server.close()
      }),
      { numRuns: process.env.CI ? 200 : 40 },
    )
  })
})
