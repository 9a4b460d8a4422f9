import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteStore, type SQLiteStoreOptions } from '../../../src/store/sqlite.js'
import { storeConformance } from '../../../src/testing/index.js'
import {
  contents,
  events,
  followed,
  numbered,
  numbers,
  pause,
} from '../../../src/testing/store-conformance/expectations.js'
import { completed, record } from '../../../src/testing/store-conformance/records.js'
import { betterSqlite3, nodeSqlite, sqliteHarness, type OpenDatabase } from './databases.js'

const drivers: [name: string, open: OpenDatabase | undefined][] = [
  ['better-sqlite3', betterSqlite3],
  ['node:sqlite', nodeSqlite],
]

describe.each(drivers)('conformance with %s', (_name, open) => {
  const cases = open ? storeConformance({ create: (options) => sqliteHarness(open, options) }) : []
  test.skipIf(open === undefined)('this runtime has it', () => expect(open).toBeDefined())
  for (const { name, run } of cases) test(name, run)
})

test('a database in memory works', async () => {
  const store = sqliteStore(new Database(':memory:'))
  await store.records.create(record('resp_a'), { log: true })
  await store.logs.append('resp_a', 1, 0, events('x'))
  expect(await contents(store, 'resp_a')).toEqual(['x'])
})

test('the file is in WAL mode, and written through to the disk only when that is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'))
  const settings = (options?: SQLiteStoreOptions): unknown[] => {
    const database = new Database(join(folder, 'responses.db'))
    sqliteStore(database, options)
    const values = ['journal_mode', 'synchronous', 'busy_timeout'].map((name) =>
      database.pragma(name, { simple: true }),
    )
    database.close()
    return values
  }
  expect(settings()).toEqual(['wal', 1, 5000])
  expect(settings({ durability: 'power', busyTimeout: 100 })).toEqual(['wal', 2, 100])
  rmSync(folder, { recursive: true })
})

test('while one connection writes another waits, and when that takes too long, only the other fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'))
  const open = (busyTimeout: number) => {
    const database = new Database(join(folder, 'responses.db'))
    return { database, store: sqliteStore(database, { busyTimeout }) }
  }
  const [patient, hasty] = [open(5000), open(1)]
  await patient.store.logs.open('resp_a', 1)
  patient.database.exec('BEGIN IMMEDIATE')
  const late = hasty.store.logs.append('resp_a', 1, 0, events('x'))
  await expect(late).rejects.toThrow('database is locked')
  await expect(hasty.store.logs.read('resp_a', -1)).resolves.toMatchObject({ next: 0 })
  patient.database.exec('COMMIT')
  await hasty.store.logs.append('resp_a', 1, 0, events('x'))
  expect(await contents(patient.store, 'resp_a')).toEqual(['x'])
  for (const { database } of [patient, hasty]) database.close()
  rmSync(folder, { recursive: true })
})

test('the lock is taken before anything is read, so that what was read is still so when it is written', async () => {
  const statements: string[] = []
  const database = new Database(':memory:')
  const store = sqliteStore({
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql)
      const note = (): void => void statements.push(/^BEGIN IMMEDIATE|^\w+/.exec(sql)?.[0] ?? '')
      return {
        run: (...values) => (note(), statement.run(...values)),
        get: (...values) => (note(), statement.get(...values)),
        all: (...values) => (note(), statement.all(...values)),
      }
    },
  })
  await store.logs.open('resp_a', 1)
  statements.length = 0
  await store.logs.append('resp_a', 1, 0, events('x', 'y'))
  expect(statements).toEqual(['BEGIN IMMEDIATE', 'SELECT', 'INSERT', 'INSERT', 'UPDATE', 'COMMIT'])
})

test('a bounded log takes no more room than its bound', async () => {
  const database = new Database(':memory:')
  const store = sqliteStore(database, { maxLogEvents: 10 })
  await store.logs.open('resp_a', 1)
  for (let next = 0; next < 100; next += 4)
    await store.logs.append('resp_a', 1, next, numbers(next, next + 4))
  expect(database.prepare('SELECT min(number), count(*) FROM millrace_events').raw().get()).toEqual([90, 10])
})

test('a file of something else, or of a later version, is refused and not touched', () => {
  const foreign = new Database(':memory:')
  foreign.exec('CREATE TABLE theirs (id); PRAGMA user_version = 7')
  expect(() => sqliteStore(foreign)).toThrow(expect.objectContaining({ code: 'store_version' }))
  expect(foreign.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['theirs'])

  const later = new Database(':memory:')
  sqliteStore(later)
  later.pragma('user_version = 2')
  expect(() => sqliteStore(later)).toThrow(
    'The database is not one that this version can use. Its tables have version 2, and this is version 1. Use the version of millrace that wrote it, or another file.',
  )
})

test('a connection that gives bigints works', async () => {
  const database = new Database(':memory:')
  database.defaultSafeIntegers(true)
  const store = sqliteStore(database)
  await store.records.create(record('resp_a'), { log: true })
  await store.logs.append('resp_a', 1, 0, events('x'), {
    terminal: true,
    record: { response: completed('resp_a') },
  })
  expect(await followed(store.logs.follow('resp_a', -1))).toEqual(['0:x'])
  expect((await store.records.read('resp_a'))?.epoch).toBe(1)
})

test('what a driver throws comes through, and leaves no transaction behind', async () => {
  const database = new Database(':memory:')
  const store = sqliteStore(database)
  await store.logs.open('resp_a', 1)
  database.exec('ALTER TABLE millrace_events RENAME TO elsewhere')
  await expect(store.logs.append('resp_a', 1, 0, events('x'))).rejects.toThrow('no such table')
  expect(database.inTransaction).toBe(false)
  database.exec('ALTER TABLE elsewhere RENAME TO millrace_events')
  await store.logs.append('resp_a', 1, 0, events('x'))
  expect(await contents(store, 'resp_a')).toEqual(['x'])
})

test('much that is due is removed in portions, and everything else goes on in between', async () => {
  let now = 0
  const store = sqliteStore(new Database(':memory:'), { now: () => now, recordRetention: 1000 })
  for (let index = 0; index < 250; index += 1) {
    await store.records.create(record(`resp_${index}`), {
      log: true,
      idempotency: { key: `${index}`, hash: '' },
    })
    await store.logs.open(`log_${index}`, 1)
  }
  now = 25 * 60 * 60_000
  let turns = 0
  const other = setInterval(() => (turns += 1))
  expect(await store.expire()).toEqual({ records: 250, logs: 250, keys: 250 })
  clearInterval(other)
  expect(turns).toBeGreaterThan(0)
})

test('nothing is left in the tables of what was deleted or has expired', async () => {
  const database = new Database(':memory:')
  let now = 0
  const store = sqliteStore(database, { now: () => now })
  for (const id of ['resp_a', 'resp_b']) {
    await store.records.create(record(id), { log: true, idempotency: { key: id, hash: '' } })
    await store.logs.append(id, 1, 0, numbers(0, 10))
  }
  await store.delete('resp_a', { releaseKey: true })
  now = 31 * 24 * 60 * 60_000
  await store.expire()
  for (const table of ['responses', 'keys', 'logs', 'events']) {
    expect(database.prepare(`SELECT count(*) FROM millrace_${table}`).pluck().get()).toBe(0)
  }
})

test('another process is looked for only while somebody follows a log', async () => {
  const database = new Database(':memory:')
  let looked = 0
  const store = sqliteStore(
    {
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql)
        if (!sql.includes('data_version')) return statement
        return {
          run: () => statement.run(),
          all: () => statement.all(),
          get: () => ((looked += 1), statement.get()),
        }
      },
    },
    { pollInterval: 1 },
  )
  await store.logs.open('resp_a', 1)
  await pause(10)
  expect(looked).toBe(0)
  const reader = followed(store.logs.follow('resp_a', -1))
  await pause(20)
  expect(looked).toBeGreaterThan(2)
  await store.logs.append('resp_a', 1, 0, numbers(0, 1), { terminal: true })
  expect(await reader).toEqual(numbered(0, 1))
  looked = 0
  await pause(10)
  expect(looked).toBe(0)
})
