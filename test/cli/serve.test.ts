import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasSqlite } from '../has-sqlite.js'
import { runCli } from '../../src/cli/program.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

interface Served {
  url: string
  said(): string
  stop(): Promise<number>
}

/** Runs `serve` on a free port until it says where it listens. */
async function start(words: string[] = [], options: FakeOptions = {}): Promise<Served> {
  const interruption = new AbortController()
  const terminal = fakeTerminal({ ...options, signal: interruption.signal })
  const ended = runCli(['serve', '--port', '0', ...words], terminal.context)
  const stop = (): Promise<number> => {
    interruption.abort()
    return ended
  }
  stops.push(stop)
  const url = await vi.waitFor(() => {
    const found = /^Listening on (\S+)$/m.exec(terminal.err())?.[1]
    if (found === undefined) throw new Error(terminal.err())
    return found
  })
  return { url, said: terminal.err, stop }
}

/** A command that is expected to end by itself. */
async function cli(words: string[], options: FakeOptions = {}) {
  const terminal = fakeTerminal(options)
  const code = await runCli(words, terminal.context)
  return { code, out: terminal.out(), err: terminal.err() }
}

const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/responses`, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
    body: init.body ?? JSON.stringify({ model: 'demo', input: 'Hi' }),
  })

test('it says where it listens, what answers, and a request to try; Ctrl-C stops it', async () => {
  const { url, said, stop } = await start()
  expect(said()).toBe(
    [
      `Listening on ${url}`,
      'The demo model answers.',
      'Responses are kept in memory.',
      '',
      'Try it:',
      'curl -N \\',
      `  ${url}/responses \\`,
      "  -H 'content-type: application/json' \\",
      '  -d \'{"model": "demo", "input": "Hi",',
      '       "stream": true}\'',
      '',
      'Stop it with Ctrl-C.',
      '',
    ].join('\n'),
  )
  expect((await ask(url)).status).toBe(200)
  expect(await stop()).toBe(0)
  await expect(ask(url)).rejects.toThrow('fetch failed')
})

test('without keys it answers to names of this machine, and to those that are allowed', async () => {
  const { url } = await start(['--allow-host', 'api.internal'])
  const { port } = new URL(url)
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
  expect(await Promise.all(['localhost', 'api.internal', 'evil.example'].map(statusFor))).toEqual([
    404, 404, 403,
  ])
})

test('with keys only who has one is let in; the keys are not printed', async () => {
  const { url, said } = await start(['--key', 'k-one', '--key', 'k-two'], {
    env: { MILLRACE_KEYS: 'k-three, k-four' },
  })
  const statuses = ['k-one', 'k-two', 'k-three', 'k-four', 'k-five'].map(async (key) => {
    return (await ask(url, { headers: { authorization: `Bearer ${key}` } })).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 401])
  expect(said()).not.toContain('k-')
  expect(said()).toContain('-H "authorization: Bearer $KEY"')
})

test('--upstream passes requests on, with the key of the variable that is named', async () => {
  const upstream = await scriptedServer([{ steps: [toSSE(numbered(happy()))] }])
  stops.push(() => upstream.close())
  const words = ['--upstream', `${upstream.url}/v1`, '--upstream-key-env', 'UP_KEY', '--model', 'm-up']
  const { url, said } = await start(words, { env: { UP_KEY: 'sk-up' } })
  const response = await ask(url, { body: JSON.stringify({ input: 'Hi' }) })
  expect(await response.json()).toMatchObject({ output: [{ content: [{ text: 'Hi there' }] }] })
  expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-up')
  expect(JSON.parse(upstream.requests[0]?.body ?? '')).toMatchObject({ model: 'm-up' })
  expect(said()).not.toContain('sk-up')
})

test('what a client is not told about a failure, the operator is', async () => {
  const upstream = await scriptedServer([
    jsonAnswer(500, { error: { message: 'Oh.' } }, { 'x-should-retry': 'false' }),
  ])
  stops.push(() => upstream.close())
  const { url, said } = await start(['--upstream', upstream.url])
  expect((await ask(url)).status).toBe(500)
  await vi.waitFor(() => expect(said()).toMatch(/resp_\w+ failed: 500 Oh\./))
})

test.skipIf(!hasSqlite)('a response in an SQLite file outlives the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-serve-'))
  try {
    const file = join(folder, 'responses.db')
    const first = await start(['--store', file])
    const { id } = (await (await ask(first.url)).json()) as { id: string }
    await first.stop()
    const second = await start(['--store', file])
    expect(await (await fetch(`${second.url}/responses/${id}`)).json()).toMatchObject({
      id,
      status: 'completed',
    })
    await second.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('what cannot be served is said in one sentence, exit 2', () => {
  test.each<[string[], string]>([
    [['--port', '99999'], 'It must be a whole number from 0 to 65535.'],
    [['--max-runs', '0'], 'It must be a whole number from 1.'],
    [
      ['--port', '0', '--host', '0.0.0.0'],
      'Listening on 0.0.0.0 lets other machines in, so clients need a key.',
    ],
    [['--upstream', 'example'], '--upstream example is not a URL.'],
    [['--upstream-key-env', 'X'], '--upstream-key-env needs --upstream'],
    [['--upstream', 'http://x/v1', '--upstream-key-env', 'X'], 'The environment variable X'],
    [
      ['--store', '/no/such/folder/r.db'],
      hasSqlite ? 'The store /no/such/folder/r.db cannot be opened' : 'An SQLite store needs a driver',
    ],
    [['--key', 'two words'], 'A key may have no spaces'],
  ])('serve %j', async (words, said) => {
    const { code, out, err } = await cli(['serve', ...words])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(said)
  })

  test('a port that is taken', async () => {
    const { url } = await start()
    const { port } = new URL(url)
    expect(await cli(['serve', '--port', port])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Port ${port} is taken by another program.`) as string,
    })
  })
})
