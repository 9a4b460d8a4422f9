import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServeProcess, serveProcess } from './serve-process.js'

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
const transcript = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text]) => text).join('')
const address = 'http://127.0.0.1:8080'

/** A command, and what it prints. */
interface Exchange {
  command: string
  output: string
}

function exchanges(): Exchange[] {
  const found: Exchange[] = []
  for (const line of transcript.split('\n').filter((text) => text !== '')) {
    const last = found.at(-1)
    if (line.startsWith('$ ')) found.push({ command: line.slice(2), output: '' })
    else if (last !== undefined) last.output += `${line}\n`
  }
  return found
}

let server: ServeProcess
let folder: string
beforeAll(async () => {
  server = await serveProcess()
  folder = await mkdtemp(join(tmpdir(), 'millrace-transcript-'))
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the commands in one shell, one after the other, and gives what each prints. */
function runAll(commands: readonly string[]): Promise<string[]> {
  const mark = '\u0001'
  const script = commands.map((command) => `${command}\nprintf '${mark}'\n`).join('')
  const own = script.replaceAll(`${address}/v1`, server.url)
  const shell = spawn('bash', ['-s'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  shell.stdin.end(own)
  return new Promise((done) => shell.once('close', () => done(printed.split(mark).slice(0, -1))))
}

// `--json` came with curl 7.82.
const { status } = spawnSync('curl', ['--json', '{}', '--version'])

test.skipIf(status !== 0)('the commands of the README print what stands under them', async () => {
  const expected = exchanges()
  expect(expected.length).toBeGreaterThan(5)
  const printed = await runAll(expected.map(({ command }) => command))
  expect(expected.map(({ command }, index) => ({ command, output: printed[index] }))).toEqual(expected)
})

test('a run is created, cut, resumed and cancelled there', () => {
  const commands = exchanges().map(({ command }) => command)
  const step = (pattern: RegExp): number => commands.findIndex((command) => pattern.test(command))
  const steps = [
    step(/"background":true,"stream":true.*\| head/),
    step(/stream=true&starting_after=/),
    step(/\/cancel/),
  ]
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(steps).not.toContain(-1)
})
