import Database from 'better-sqlite3'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite.js'
import { contents, events, followed, numbered } from '../../../src/testing/store-conformance/expectations.js'
import { response } from '../../../src/testing/store-conformance/records.js'

const folder = mkdtempSync(join(tmpdir(), 'millrace-processes-'))
const root = resolve(import.meta.dirname, '../../..')

beforeAll(async () => {
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      ssr: 'test/store/sqlite/child.ts',
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Child {
  process: ChildProcess
  /** The last line it wrote. */
  lastLine(): string | undefined
  exited: Promise<{ code: number | null; signal: string | null; errors: string }>
}

function start(file: string, task: string, id = 'resp_a'): Child {
  const child = spawn(process.execPath, [
    join(folder, 'child.mjs'),
    join(root, 'package.json'),
    file,
    task,
    id,
  ])
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return {
    process: child,
    // What follows the last line end may be a part of a line.
    lastLine: () => out.split('\n').at(-2),
    exited: new Promise((done) => child.on('close', (code, signal) => done({ code, signal, errors }))),
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done, 1))
}

const well = { code: 0, signal: null, errors: '' }

test(
  'kill -9 in the middle of appending loses nothing that was acknowledged, and the run can be ended',
  { timeout: 60_000 },
  async () => {
    for (const minimum of [1, 10, 100, 300]) {
      const file = join(folder, `killed-${minimum}.db`)
      const child = start(file, 'writeForEver')
      await until(() => Number(child.lastLine() ?? 0) >= minimum)
      child.process.kill('SIGKILL')
      expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL', errors: '' })

      const database = new Database(file)
      const store = sqliteStore(database)
      const written = await contents(store, 'resp_a')
      expect(written).toEqual(written.map((_, index) => `${index}`))
      expect(written.length).toBeGreaterThanOrEqual(Number(child.lastLine()))
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')

      const [orphan] = await store.records.listUnfinished()
      expect(orphan).toMatchObject({ id: 'resp_a', status: 'queued', epoch: 1 })
      const reader = followed(store.logs.follow('resp_a', -1))
      const epoch = await store.takeOver('resp_a', 1)
      expect(epoch).toBe(2)
      const failed = response('resp_a', { status: 'failed' })
      await store.logs.append('resp_a', 2, written.length, events('failed'), {
        terminal: true,
        record: { response: failed },
      })
      expect(await reader).toEqual([...numbered(0, written.length), `${written.length}:failed`])
      expect((await store.records.read('resp_a'))?.response).toEqual(failed)
      expect(await store.records.listUnfinished()).toEqual([])
      database.close()
    }
  },
)

test(
  'several processes that write to one log leave no hole and write no number twice',
  { timeout: 60_000 },
  async () => {
    const file = join(folder, 'shared.db')
    const database = new Database(file)
    const store = sqliteStore(database)
    await store.logs.open('resp_a', 1)
    const reader = followed(store.logs.follow('resp_a', -1))
    const children = [1, 2, 3].map(() => start(file, 'writeAmongOthers'))
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([well, well, well])
    expect(await contents(store, 'resp_a')).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
    await store.logs.append('resp_a', 1, 300, events('300'), { terminal: true })
    expect(await reader).toEqual(numbered(0, 301))
    database.close()
  },
)

test('what one process appends is followed in another', { timeout: 60_000 }, async () => {
  const file = join(folder, 'followed.db')
  const database = new Database(file)
  const store = sqliteStore(database)
  await store.logs.open('resp_a', 1)
  const readers = [-1, 9, 48].map((after) => followed(store.logs.follow('resp_a', after)))
  const child = start(file, 'writeAll')
  expect(await Promise.all(readers)).toEqual([numbered(0, 50), numbered(10, 50), numbered(49, 50)])
  expect(await child.exited).toEqual(well)
  database.close()
})

test('processes that open a new file at the same moment all succeed', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 2; round += 1) {
    const children = [1, 2, 3, 4].map(() => start(join(folder, `new-${round}.db`), 'onlyOpen'))
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([well, well, well, well])
  }
})
