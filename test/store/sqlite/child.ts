// A process of its own that writes to a shared file, for the tests of several processes and of kill -9.
import type Sqlite from 'better-sqlite3'
import { createRequire } from 'node:module'
import { MillraceError } from '../../../src/errors/millrace-error.js'
import { sqliteStore } from '../../../src/store/sqlite.js'
import type { Store } from '../../../src/store/store.js'
import { numbers } from '../../../src/testing/store-conformance/expectations.js'
import { record } from '../../../src/testing/store-conformance/records.js'

const [root = '', file = '', task = '', id = ''] = process.argv.slice(2)
const Database = createRequire(root)('better-sqlite3') as typeof Sqlite

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

const tasks: Record<string, (store: Store) => Promise<void>> = {
  /** Appends for ever, in batches of different sizes, and says how far it is. */
  async writeForEver(store) {
    await store.records.create(record(id), { log: true })
    for (let next = 0, size = 1; ; next += size, size = (size % 5) + 1) {
      await store.logs.append(id, 1, next, numbers(next, next + size))
      say(`${next + size}`)
    }
  },
  /** Appends 100 events beside others that do the same; whoever loses a place tries the next. */
  async writeAmongOthers(store) {
    for (let written = 0; written < 100;) {
      const { next } = await store.logs.read(id, -1, { limit: 0 })
      try {
        await store.logs.append(id, 1, next, numbers(next, next + 1))
        written += 1
      } catch (error) {
        if (!MillraceError.isInstance(error) || error.code !== 'log_gap') throw error
      }
    }
  },
  /** Appends 50 events one by one, and ends the log. */
  async writeAll(store) {
    for (let next = 0; next < 50; next += 1) {
      await store.logs.append(id, 1, next, numbers(next, next + 1), { terminal: next === 49 })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  },
  async onlyOpen() {
    say('open')
  },
}

await tasks[task]?.(sqliteStore(new Database(file)))
