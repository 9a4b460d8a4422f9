import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore, type SQLiteDatabase, type SQLiteStoreOptions } from '../../../src/store/sqlite.js'
import type { StoreHarness } from '../../../src/testing/index.js'

export type OpenDatabase = (file: string) => SQLiteDatabase & { close(): unknown }

export const betterSqlite3: OpenDatabase = (file) => new Database(file)

/** Undefined where the runtime has no `node:sqlite`, as Node 20. */
export const nodeSqlite: OpenDatabase | undefined = await loadNodeSqlite()

async function loadNodeSqlite(): Promise<OpenDatabase | undefined> {
  // Not resolved by the compiler or the test runner, whose Node may not have it.
  const name = ['node', 'sqlite'].join(':')
  try {
    const { DatabaseSync } = (await import(/* @vite-ignore */ name)) as {
      DatabaseSync: new (file: string) => ReturnType<OpenDatabase>
    }
    return (file) => new DatabaseSync(file)
  } catch {
    return undefined
  }
}

/** A store on a new file, and as many connections to it as are asked for. */
export function sqliteHarness(openDatabase: OpenDatabase, options: SQLiteStoreOptions): StoreHarness {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'))
  const open: ReturnType<OpenDatabase>[] = []
  const connect = () => {
    const database = openDatabase(join(folder, 'responses.db'))
    open.push(database)
    return sqliteStore(database, { pollInterval: 5, ...options })
  }
  return {
    store: connect(),
    connect,
    cleanUp() {
      for (const database of open) database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
