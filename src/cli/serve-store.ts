import { memoryStore } from '../store/memory/memory-store.js'
import { type SQLiteDatabase, sqliteStore } from '../store/sqlite.js'
import type { Store } from '../store/store.js'
import { reasonOf } from '../structured/reason-of.js'
import { UsageError } from './exit-code.js'

/** A store, and what is to be done with it at the end. */
export interface OpenStore {
  store: Store
  close(): Promise<void>
}

/** `memory`, or the path of an SQLite file. Throws `UsageError` when it cannot be opened. */
export async function openStore(where: string): Promise<OpenStore> {
  if (where === 'memory') return opened(memoryStore())
  const open = await findDriver()
  try {
    const database = open(where)
    return opened(sqliteStore(database), () => database.close())
  } catch (cause) {
    throw new UsageError(`The store ${where} cannot be opened: ${reasonOf(cause)}`)
  }
}

function opened(store: Store, after = (): void => {}): OpenStore {
  return {
    store,
    async close() {
      await store.close()
      after()
    },
  }
}

type Driver = (path: string) => SQLiteDatabase & { close(): void }
type DriverClass = new (path: string) => SQLiteDatabase & { close(): void }

/** Name of the module, and of the class in it. Names are in variables because neither has to be there. */
const drivers: readonly (readonly [module: string, name: string])[] = [
  ['better-sqlite3', 'default'],
  ['node:sqlite', 'DatabaseSync'],
]

/** Neither is a dependency: better-sqlite3 has to be compiled, and node:sqlite comes with newer versions of Node. */
export async function findDriver(candidates = drivers): Promise<Driver> {
  for (const [module, name] of candidates) {
    try {
      const loaded: unknown = await import(module)
      const Database: unknown = Reflect.get(Object(loaded), name)
      if (!isDriverClass(Database)) continue
      // A driver may be installed without being compiled, which shows only when it is used.
      new Database(':memory:').close()
      return (path) => new Database(path)
    } catch {
      // Not there, or not fit for use: the next one may be.
    }
  }
  throw new UsageError('An SQLite store needs a driver, and there is none.', [
    'Install one (npm install better-sqlite3), or use Node 22.13 or newer, which has its own.',
    '--store memory does without, and forgets everything at the end.',
  ])
}

function isDriverClass(value: unknown): value is DriverClass {
  return typeof value === 'function'
}
