import { afterEach, expect, test } from 'vitest'
import { jsonAnswer, scriptedServer, type ScriptedServer } from '../../src/testing/index.js'

let server: ScriptedServer | undefined
afterEach(() => server?.close())

async function start(...args: Parameters<typeof scriptedServer>): Promise<ScriptedServer> {
  server = await scriptedServer(...args)
  return server
}

test('serves bytes verbatim over a real socket and records the request', async () => {
  const bytes = Uint8Array.of(0xff, 0x0d, 0x0a, 0x00)
  const { url, requests } = await start([{ steps: ['data: 1\n\n', bytes] }])
  const response = await fetch(`${url}/v1/responses?stream=true`, {
    method: 'POST',
    body: '{"model":"m"}',
    headers: { 'x-test': '1' },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(
    Uint8Array.of(...new TextEncoder().encode('data: 1\n\n'), ...bytes),
  )
  expect(
    requests.map((request) => [request.method, request.url, request.body, request.headers['x-test']]),
  ).toEqual([['POST', '/v1/responses?stream=true', '{"model":"m"}', '1']])
  expect(await requests[0]?.disconnected).toBe(false)
})

test('a status, headers and a JSON body', async () => {
  const { url } = await start([jsonAnswer(429, { error: { code: 'slow' } }, { 'retry-after': '3' })])
  const response = await fetch(url)
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    429,
    '3',
    { error: { code: 'slow' } },
  ])
})

test('headers go out before the first pause, and only after what they are held back for', async () => {
  let sendHeaders = (): void => {}
  let sendBody = (): void => {}
  const after = new Promise<void>((resolve) => (sendHeaders = resolve))
  const wait = new Promise<void>((resolve) => (sendBody = resolve))
  const { url } = await start([{ after, steps: [{ wait }, 'late'] }])
  const asking = fetch(url)
  let answered = false
  void asking.then(() => (answered = true))
  while (server?.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toBe(false)
  sendHeaders()
  const response = await asking
  sendBody()
  expect(await response.text()).toBe('late')
})

test('a reset breaks the connection with what was written before it', async () => {
  const { url } = await start([{ steps: ['data: 1\n\n', { wait: 1 }, { end: 'reset' }] }])
  const reader = (await fetch(url)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  await expect(reader?.read()).rejects.toMatchObject({ message: 'terminated' })
})

test('a client that leaves is noticed, and close() ends what hangs', async () => {
  const { url, requests } = await start([{ steps: ['data: 1\n\n', { end: 'hang' }] }])
  const aborter = new AbortController()
  const response = await fetch(url, { signal: aborter.signal })
  aborter.abort()
  await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
  expect(await requests[0]?.disconnected).toBe(true)

  const hanging = await fetch(url)
  await server?.close()
  await expect(hanging.text()).rejects.toMatchObject({ message: 'terminated' })
  await server?.close()
})
