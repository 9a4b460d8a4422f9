import { getRequestListener } from '@hono/node-server'
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

test('it says that it is ready until it closes, and answers for what is stored until the last run has ended', async () => {
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const server = testServer(
    async ({ writer }) => {
      await writer.message().text('so far')
      await finished
      await writer.complete()
    },
    { authenticate: bearerKeys(['k']) },
  )
  listening = await serve(server)
  const { url } = listening
  const headers = { authorization: 'Bearer k' }
  const ready = async (): Promise<unknown> => {
    const response = await fetch(`${url}/ready`)
    return [response.status, response.headers.get('cache-control'), await response.json()]
  }
  expect([await ready(), server.ready]).toEqual([[200, 'no-store', { status: 'ready' }], true])
  const started = await fetch(`${url}/v1/responses`, { ...body({ background: true }), headers })
  const { id } = (await started.json()) as { id: string }
  await vi.waitFor(async () => {
    const now = await (await fetch(`${url}/v1/responses/${id}`, { headers })).json()
    expect(now).toMatchObject({ status: 'in_progress' })
  })
  const closed = listening.close({ drain: 10_000 })
  expect([await ready(), server.ready]).toEqual([[503, 'no-store', { status: 'closing' }], false])
  expect((await fetch(`${url}/v1/responses`, { ...body(), headers })).status).toBe(503)
  expect((await fetch(`${url}/v1/responses/${id}`, { headers })).status).toBe(200)
  finish()
  await closed
  await expect(ready()).rejects.toThrow('fetch failed')
})

test('where to ask whether it is ready can be chosen, and left out', async () => {
  listening = await serve(testServer(hello), { readyPath: '/healthz' })
  expect((await fetch(`${listening.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${listening.url}/ready`)).status).toBe(404)
  await listening.close()
  listening = await serve(testServer(hello), { readyPath: false })
  expect((await fetch(`${listening.url}/ready`)).status).toBe(404)
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

test('a server that asks nobody who they are answers to names of this machine alone, and to those it is told', async () => {
  listening = await serve(testServer(hello), { allowedHosts: ['api.internal'] })
  const { port } = listening
  const statusFor = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asking = request(
        { port, agent: false, path: '/v1/responses/resp_x', headers: { host } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      asking.on('error', reject).end()
    })
  const hosts = [
    'localhost',
    `127.0.0.1:${port}`,
    '[::1]',
    'api.internal',
    'evil.example',
    'localhost.evil.example',
  ]
  expect(await Promise.all(hosts.map(statusFor))).toEqual([404, 404, 404, 404, 403, 403])
  await listening.close()
  listening = await serve(testServer(hello, { authenticate: () => ({ owner: 'o' }) }), { port })
  expect(await statusFor('evil.example')).toBe(404)
})

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

// The last one: what it replaces is put back when the file is over.
test('it streams the log whole beside an adapter that has replaced the global Response', async () => {
  const own = globalThis.Response
  const url = await listen(hello)
  getRequestListener(() => new Response('other'))
  expect(globalThis.Response).not.toBe(own)
  const streamed = await fetch(url, body({ stream: true, background: true }))
  expect(typesOf(parseAll(await streamed.text())).at(-1)).toBe('response.completed')
})
