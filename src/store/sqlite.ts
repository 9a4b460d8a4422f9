import { isOver } from './checks.js'
import { leaseEnd } from './record-text.js'
import { resolveStoreOptions } from './resolve-options.js'
import { createKeyRows } from './sqlite/key-rows.js'
import type { SQLiteDatabase } from './sqlite/driver.js'
import { createExpiry } from './sqlite/expiry.js'
import { createLogRows } from './sqlite/log-rows.js'
import { createRecordRows } from './sqlite/record-rows.js'
import { prepareSchema } from './sqlite/schema.js'
import { createSQLiteLogs } from './sqlite/sqlite-logs.js'
import { createSQLiteRecords } from './sqlite/sqlite-records.js'
import { createTransactions } from './sqlite/transactions.js'
import { switchToWAL } from './sqlite/wal-mode.js'
import { watchChanges } from './sqlite/watch-changes.js'
import type { Store, StoreOptions } from './store.js'
import { createWakeUps } from './wake-ups.js'

export type { SQLiteDatabase, SQLiteStatement, SQLiteValue } from './sqlite/driver.js'

/** Options of `sqliteStore`. */
export interface SQLiteStoreOptions extends StoreOptions {
  /**
   * In ms: how often it is looked whether another process has appended something, while somebody
   * follows a log. What this process appends is seen at once. Default 100.
   */
  pollInterval?: number
  /** In ms: how long to wait while another process writes. The whole process waits. Default 5,000. */
  busyTimeout?: number
  /**
   * What an append survives. `process`: the death of the process, `kill -9` included; after a power
   * failure the last moments may be missing, though the file is sound. `power`: that too, for a write
   * to the disk at every append. Default `process`.
   */
  durability?: 'process' | 'power'
}

/**
 * A store in an SQLite file (3.37 or newer), through the driver that you use: `better-sqlite3` 12 or
 * `node:sqlite`. Several processes on one machine can share the file; each needs a connection that
 * nobody else uses, and the file is for the store alone. The tables are made when they are not there.
 *
 * The file is put into WAL mode. A `:memory:` database works, for tests.
 *
 * @throws {MillraceError} `store_version` when the file belongs to something else, or to a newer version.
 *
 * @example
 * import Database from 'better-sqlite3'
 * import { sqliteStore } from 'millrace/store/sqlite'
 *
 * const store = sqliteStore(new Database('responses.db'))
 */
export function sqliteStore(database: SQLiteDatabase, options: SQLiteStoreOptions = {}): Store {
  const resolved = resolveStoreOptions(options)
  const { now } = resolved
  configure(database, options)
  const transactions = createTransactions(database)
  prepareSchema(database, transactions)

  const records = createRecordRows(database)
  const keys = createKeyRows(database)
  const logs = createLogRows(database)
  const watch = watchChanges(database, options.pollInterval ?? 100, () => wakeUps.ringAll())
  const wakeUps = createWakeUps({ onFirst: watch.start, onLast: watch.stop })

  function remove(id: string): boolean {
    const hadRecord = records.delete(id)
    return logs.delete(id) || hadRecord
  }

  return {
    records: createSQLiteRecords({ options: resolved, transactions, records, keys, logs }),
    logs: createSQLiteLogs({ options: resolved, transactions, logs, records, wakeUps }),
    takeOver: async (id, epoch, { lease } = {}) =>
      transactions.write(() => {
        const record = records.state(id)
        const log = logs.find(id)
        if ((record ?? log)?.epoch !== epoch || isOver(record, log)) return undefined
        records.change(id, { epoch: epoch + 1, updatedAt: now(), leaseExpiresAt: leaseEnd(lease, now()) })
        logs.setEpoch(id, epoch + 1)
        return epoch + 1
      }),
    async delete(id, { releaseKey = false } = {}) {
      const removed = transactions.write(() => {
        if (releaseKey) keys.release(id)
        return remove(id)
      })
      wakeUps.ring(id)
      return removed
    },
    expire: createExpiry({
      options: resolved,
      transactions,
      records,
      keys,
      logs,
      remove,
      onRemoved: (id) => wakeUps.ring(id),
    }),
    async close() {
      watch.stop()
      wakeUps.close()
    },
  }
}

function configure(
  database: SQLiteDatabase,
  { busyTimeout = 5000, durability = 'process' }: SQLiteStoreOptions,
): void {
  database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeout)}`)
  switchToWAL(database)
  database.exec(`PRAGMA synchronous = ${durability === 'power' ? 'FULL' : 'NORMAL'}`)
}
