import type { SQLiteDatabase } from './driver.js'
import { numberIn, rowOf } from './row.js'

/** Looks now and then whether another connection has written to the database. */
export interface ChangeWatch {
  start(): void
  stop(): void
}

/**
 * `data_version` changes with the commits of others only, and reading it touches no table, so that one
 * timer serves all followers at next to no cost.
 */
export function watchChanges(database: SQLiteDatabase, interval: number, onChange: () => void): ChangeWatch {
  const version = database.prepare('PRAGMA data_version')
  let timer: ReturnType<typeof setInterval> | undefined
  let seen = 0

  function readVersion(): number {
    return numberIn(rowOf(version.get()) ?? {}, 'data_version')
  }

  function look(): void {
    const current = readVersion()
    if (current === seen) return
    seen = current
    onChange()
  }

  return {
    start() {
      seen = readVersion()
      timer ??= setInterval(look, interval)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
