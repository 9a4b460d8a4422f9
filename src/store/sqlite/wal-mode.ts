import type { SQLiteDatabase } from './driver.js'

/** More than processes that open one new file at the same moment. */
const attempts = 20

/**
 * When several processes switch a new file at the same moment, SQLite turns some of them away at
 * once, whatever their busy timeout is. Taking the write lock does wait, so that is done before
 * the next attempt; by then the other has usually switched it, and nothing is left to do.
 */
export function switchToWAL(database: SQLiteDatabase): void {
  for (let left = attempts; ; left -= 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (left === 0) throw error
      database.exec('BEGIN IMMEDIATE')
      database.exec('ROLLBACK')
    }
  }
}
