import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasSqlite } from '../has-sqlite.js'
import { idOf, parseAll, readerOf, readUntil, typesOf } from './support.js'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
const children = new Set<ChildProcess>()

beforeAll(async () => {
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'test/server/processes/server-child.ts',
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
}, 60_000)
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  url: string
  kill(): Promise<void>
}

async function start(file: string, pace: number): Promise<Started> {
  const child = spawn(
    process.execPath,
    [join(folder, 'child.mjs'), join(root, 'package.json'), file, String(pace)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.add(child)
  const url = await new Promise<string>((told, failed) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => told(text.trim()))
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)))
  })
  return {
    url: `${url}/v1/responses`,
    kill: () =>
      new Promise((gone) => {
        child.once('exit', () => gone())
        child.kill('SIGKILL')
      }),
  }
}

/** Reads as far as it comes, and does not mind how it ends. */
async function readCut(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += decoder.decode(next.value, { stream: true })
  } catch {
    // The connection was cut.
  }
  // What is left of an event that did not arrive whole was never seen.
  return text.slice(0, text.lastIndexOf('\n\n') + 2)
}

describe.skipIf(!hasSqlite)('kill -9 in the middle of a background run', () => {
  test('B115: after a restart readers get what was appended, then the failure; nothing hangs', async () => {
    const file = join(folder, 'responses.db')
    const first = await start(file, 10)
    const response = await fetch(first.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ model: 'demo', input: 'Hello', background: true, stream: true }),
    })
    const reader = readerOf(response)
    const beginning = await readUntil(reader, (text) => text.split('output_text.delta').length > 10)
    await first.kill()
    const seen = parseAll(beginning + (await readCut(reader)))
    const id = idOf(seen[0])

    const second = await start(file, 0)
    const resumed = await fetch(`${second.url}/${id}?stream=true&starting_after=${seen.length - 1}`)
    const all = [...seen, ...parseAll(await resumed.text())]
    expect(all.map((event) => event.sequence_number)).toEqual([...all.keys()])
    expect(typesOf(all).slice(-5)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'error',
      'response.failed',
    ])
    expect(all.at(-1)).toMatchObject({ response: { status: 'failed', error: { code: 'server_restarted' } } })
    const whole = parseAll(await (await fetch(`${second.url}/${id}?stream=true`)).text())
    expect(whole).toEqual(all)
    expect(await (await fetch(`${second.url}/${id}`)).json()).toEqual(
      Reflect.get(Object(all.at(-1)), 'response'),
    )
  }, 60_000)
})
