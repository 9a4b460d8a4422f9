import { request } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { bearerKeys } from '../../src/server/authenticate.js'
import type { Backend } from '../../src/server/backend.js'
import { scriptBackend } from '../../src/server/backends/script.js'
import type { ResponsesServerOptions } from '../../src/server/options.js'
import { serve, type ListeningServer } from '../../src/server/serve.js'
import { parseAll, testServer, typesOf } from './support.js'

let listening: ListeningServer | undefined
afterEach(async () => {
  await listening?.close()
  listening = undefined
})

async function listen(
  backend: Backend | Backend['respond'],
  options: Partial<ResponsesServerOptions> = {},
): Promise<string> {
  listening = await serve(testServer(backend, options))
  return `${listening.url}/v1/responses`
}

const hello = scriptBackend(async ({ writer }) => {
  await writer.message().text('Hello')
  await writer.complete()
})
const never = new Promise<never>(() => undefined)
const body = (fields: object = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ model: 'm', input: 'Hi', ...fields }),
})

test('it listens on a free port of this machine and answers over HTTP', async () => {
  const url = await listen(hello)
  expect(listening?.url).toBe(`http://127.0.0.1:${listening?.port}`)
  const streamed = await fetch(url, body({ stream: true }))
  expect(typesOf(parseAll(await streamed.text())).at(-1)).toBe('response.completed')
  const whole = await fetch(url, body())
  expect(await whole.json()).toMatchObject({ status: 'completed' })
})

test('a path that is not the server’s is a 404 in JSON', async () => {
  const url = await listen(hello)
  const response = await fetch(url.replace('/responses', '/models'))
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      error: {
        message: 'Unknown request URL: GET /v1/models.',
        type: 'invalid_request_error',
        param: null,
        code: 'unknown_url',
      },
    },
  ])
})

test('a body that comes without a length is read too, up to the limit', async () => {
  const url = await listen(hello, { bodyLimit: 1000 })
  const chunked = (text: string): RequestInit =>
    ({
      method: 'POST',
      body: new Blob([text]).stream(),
      duplex: 'half',
    }) as RequestInit
  expect((await fetch(url, chunked('{"model":"m","input":"Hi"}'))).status).toBe(200)
  expect((await fetch(url, chunked(`{"model":"m","input":"${'x'.repeat(1000)}"}`))).status).toBe(413)
})

test('the global Request and Response stay what they were', async () => {
  const before = [globalThis.Request, globalThis.Response]
  await listen(hello)
  expect([globalThis.Request, globalThis.Response]).toEqual(before)
})

test.each([false, true])(
  'B117: a connection that is closed aborts the backend (stream: %s)',
  async (stream) => {
    let signal: AbortSignal | undefined
    const url = await listen((run) => {
      signal = run.signal
      run.started()
      return never
    })
    const leaving = new AbortController()
    const answer = fetch(url, { ...body({ stream }), signal: leaving.signal }).catch(() => undefined)
    await vi.waitFor(() => expect(signal).toBeDefined())
    if (stream) await answer
    leaving.abort()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true))
  },
)

test('closing ends live streams with server_shutdown and does not hang', async () => {
  const url = await listen(({ started }) => {
    started()
    return never
  })
  const response = await fetch(url, body({ stream: true }))
  const [text] = await Promise.all([response.text(), listening?.close()])
  expect(parseAll(text).at(-1)).toMatchObject({
    type: 'response.failed',
    response: { error: { code: 'server_shutdown' } },
  })
  await expect(fetch(url, body())).rejects.toThrow('fetch failed')
})

test('closing does not wait for a client that never reads', async () => {
  const url = await listen(async ({ writer, signal }) => {
    const message = writer.message()
    while (!signal.aborted) await message.text('x'.repeat(1000))
  })
  const { hostname, port, pathname } = new URL(url)
  const client = request({ hostname, port, path: pathname, method: 'POST' })
  client.on('error', () => undefined)
  client.end(JSON.stringify({ model: 'm', input: 'Hi', stream: true }))
  await new Promise((resolve) => client.once('response', (response) => resolve(response.pause())))
  const started = performance.now()
  await listening?.close()
  expect(performance.now() - started).toBeLessThan(8000)
}, 15_000)

test.each(['0.0.0.0', '::', 'example.com', '192.0.2.1'])(
  'without authenticate or prepare it refuses to listen on %s',
  async (host) => {
    await expect(serve(testServer(hello), { host })).rejects.toMatchObject({ code: 'insecure_host' })
  },
)

test('with authenticate it listens on every address', async () => {
  listening = await serve(testServer(hello, { authenticate: bearerKeys(['k']) }), { host: '0.0.0.0' })
  const response = await fetch(`http://127.0.0.1:${listening.port}/v1/responses`, {
    ...body(),
    headers: { authorization: 'Bearer k' },
  })
  expect(response.status).toBe(200)
})

test('a port that is taken is an error', async () => {
  await listen(hello)
  await expect(serve(testServer(hello), { port: listening?.port ?? 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
