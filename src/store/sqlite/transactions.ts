import type { SQLiteDatabase } from './driver.js'

/** Runs a function in a transaction: all that it does, or nothing if it throws. */
export interface Transactions {
  /**
   * The lock is taken at the beginning: taken later, at the first write, it may be refused although
   * waiting would have helped.
   */
  write<T>(work: () => T): T
  /** Everything that the function reads is of one moment. */
  read<T>(work: () => T): T
}

export function createTransactions(database: SQLiteDatabase): Transactions {
  const beginWrite = database.prepare('BEGIN IMMEDIATE')
  const beginRead = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')

  function transact<T>(begin: typeof commit, work: () => T): T {
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      try {
        rollback.run()
      } catch {
        // Some failures (a full disk) have already rolled it back; the first error says more.
      }
      throw error
    }
  }

  return {
    write: (work) => transact(beginWrite, work),
    read: (work) => transact(beginRead, work),
  }
}
