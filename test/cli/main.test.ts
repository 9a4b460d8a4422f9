import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { created, itemAdded, partAdded, textDelta } from '../../src/testing/event-builders.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { numbered, toSSE } from '../../src/testing/sequences.js'

const folder = mkdtempSync(join(tmpdir(), 'millrace-cli-'))
const root = resolve(import.meta.dirname, '../..')
const program = join(folder, 'dist/cli/main.js')

/** The program as it is in the source, whatever lies in dist. */
beforeAll(async () => {
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/main.ts',
      outDir: join(folder, 'dist/cli'),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, 'run', ...words], {
    env: { PATH: process.env.PATH, ...env },
  })
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text))
  const ended = new Promise((done) => child.on('close', (code) => done({ code, ...written })))
  return { child, ended }
}

const opening = toSSE(numbered([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')]))

test('a process of its own, without a key: the built-in server answers, and the process ends', async () => {
  const { ended } = start(['Hi'])
  expect(await ended).toEqual({
    code: 0,
    out: expect.stringMatching(/.\n$/),
    err: expect.stringMatching(/^OPENAI_API_KEY is not set/),
  })
}, 30_000)

test('a prompt in a pipe', async () => {
  const { child, ended } = start(['-'])
  child.stdin.end('Hi\n')
  expect(await ended).toMatchObject({ code: 0 })
}, 30_000)

test('Ctrl-C: what came stays, exit code 130', async () => {
  const server = await scriptedServer([{ steps: [opening, { end: 'hang' }] }])
  const { child, ended } = start(['Hi'], { OPENAI_BASE_URL: server.url })
  child.stdout.once('data', () => child.kill('SIGINT'))
  expect(await ended).toEqual({ code: 130, out: 'Hi\n', err: 'Interrupted.\n' })
  await server.close()
}, 30_000)

test('a reader that has seen enough (head -1) ends it quietly', async () => {
  const deltas = Array.from({ length: 8 }, () => [toSSE([textDelta(0, 0, 'a line\n')]), { wait: 50 }]).flat()
  const server = await scriptedServer([{ steps: [opening, ...deltas, { end: 'hang' }] }])
  const { child, ended } = start(['Hi'], { OPENAI_BASE_URL: server.url })
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await ended).toMatchObject({ code: 0, err: '' })
  expect(await server.requests[0]?.disconnected).toBe(true)
  await server.close()
}, 30_000)
