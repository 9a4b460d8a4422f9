import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readCapture } from '../../src/capture/read-capture.js'
import { createReplayServer } from '../../src/capture/replay-server.js'
import { serve, type ListeningServer } from '../../src/server/serve.js'

let listening: ListeningServer | undefined
afterEach(() => listening?.close())

const seed = new URL('../fixtures/seed-example.sse', import.meta.url)

test('over real HTTP, any POST and any GET of a response is the recorded stream, byte for byte', async () => {
  const capture = await readCapture(seed.pathname)
  listening = await serve(createReplayServer(capture))
  const posted = await fetch(`${listening.url}/v1/responses`, { method: 'POST', body: '{"stream":true}' })
  const got = await fetch(`${listening.url}/v1/responses/resp_any?stream=true&starting_after=4`)
  expect(new Uint8Array(await posted.arrayBuffer())).toEqual(new Uint8Array(capture))
  expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array(capture))
  expect(posted.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
})

test.each([
  ['GET', '/v1/responses'],
  ['POST', '/v1/responses/resp_1/cancel'],
  ['DELETE', '/v1/responses/resp_1'],
  ['GET', '/v1/models'],
])('%s %s is not its own', async (method, path) => {
  expect(
    await createReplayServer(new Uint8Array()).fetch(new Request(`http://localhost${path}`, { method })),
  ).toBeUndefined()
})

test('closing ends the replays that are running', async () => {
  const server = createReplayServer(await readFile(seed), { pace: { msPerFrame: 60_000 } })
  const response = await server.fetch(new Request('http://localhost/v1/responses', { method: 'POST' }))
  const text = response?.text()
  await server.close()
  expect((await text)?.length).toBeLessThan(1000)
})

test('a capture is read as bytes, whatever they are', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-'))
  await writeFile(join(directory, 'bad.sse'), new Uint8Array([0xff, 0x0a, 0x0a]))
  expect([...(await readCapture(join(directory, 'bad.sse')))]).toEqual([0xff, 0x0a, 0x0a])
  await expect(readCapture(join(directory, 'none.sse'))).rejects.toMatchObject({ code: 'ENOENT' })
  await rm(directory, { recursive: true })
})
