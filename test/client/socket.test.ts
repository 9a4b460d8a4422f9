import { inspect } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import { jsonAnswer, type Script } from '../../src/testing/script.js'
import { scriptedServer, type ScriptedServer, type ServedRequest } from '../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { completedResponse, key, params } from './helpers.js'
import { rejection } from './rejection.js'

let server: ScriptedServer | undefined
afterEach(() => server?.close())

const events = numbered(happy())

async function serve(script: Script<ServedRequest>): Promise<{ client: Millrace; served: ScriptedServer }> {
  const served = await scriptedServer(script)
  server = served
  return { client: new Millrace({ apiKey: key, baseURL: `${served.url}/v1`, maxRetries: 0 }), served }
}

it('asks for an uncompressed stream and reads it', async () => {
  const { client, served } = await serve([{ steps: [toSSE(events)] }])
  expect(await client.responses.stream(params).text()).toBe('Hi there')
  expect(served.requests[0]?.headers).toMatchObject({
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
  })
})

it('hangs up when the reader leaves', async () => {
  const { client, served } = await serve([{ steps: [toSSE(events.slice(0, 6)), { end: 'hang' }] }])
  for await (const { type } of client.responses.stream(params)) if (type === 'response.in_progress') break
  expect(await served.requests[0]?.disconnected).toBe(true)
})

it('hangs up when the signal aborts a body that was handed out raw', async () => {
  const { client, served } = await serve([{ steps: [toSSE(events.slice(0, 6)), { end: 'hang' }] }])
  const caller = new AbortController()
  const http = await client.responses
    .create({ ...params, stream: true }, { signal: caller.signal })
    .asResponse()
  const reading = rejection(http.text())
  caller.abort(new Error('enough'))
  expect(await reading).toMatchObject({ message: 'enough' })
  expect(await served.requests[0]?.disconnected).toBe(true)
})

it('follows a redirect, as fetch does', async () => {
  const { client, served } = await serve(({ url }) =>
    url === '/v1/responses/old'
      ? { status: 307, headers: { location: '/v1/responses/new' } }
      : jsonAnswer(200, completedResponse),
  )
  expect((await client.responses.retrieve('old')).id).toBe('resp_t')
  expect(served.requests.map(({ url }) => url)).toEqual(['/v1/responses/old', '/v1/responses/new'])
})

it('names host, port and code when nobody listens, and keeps the key to itself', async () => {
  const { client, served } = await serve([])
  await served.close()
  const error = await rejection(client.responses.create(params))
  const address = new URL(served.url).host
  expect(error).toMatchObject({
    name: 'APIConnectionError',
    code: 'connection_error',
    retryable: true,
    message:
      `Connection error: no answer from ${served.url}/v1/responses (ECONNREFUSED ${address}). ` +
      'Nothing listens there: check that the server runs, and host and port in baseURL.',
  })
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(key)
})

it('tells a connection that is closed without an answer', async () => {
  const { client } = await serve(() => Promise.reject(new Error('closed')))
  expect(await rejection(client.responses.create(params))).toMatchObject({
    name: 'APIConnectionError',
    message: expect.stringContaining('closed the connection without an answer'),
  })
})
