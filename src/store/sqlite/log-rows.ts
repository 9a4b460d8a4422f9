import type { LogState } from '../checks.js'
import type { SQLiteDatabase } from './driver.js'
import { isRow, numberIn, rowOf, textIn, type Row } from './row.js'

/** A log, and where its events are. */
export interface LogRow extends LogState {
  number: number
  bytes: number
}

/** The tables of logs and of events. */
export interface LogRows {
  find(id: string): LogRow | undefined
  insert(id: string, epoch: number, now: number): void
  setEpoch(id: string, epoch: number): void
  update(log: LogRow, now: number): void
  delete(id: string): boolean
  /** Ids of up to `limit` closed logs last touched before `closedBefore`, and open ones without a response before `openBefore`. */
  due(closedBefore: number, openBefore: number, limit: number): string[]
  addEvent(log: LogRow, number: number, data: Uint8Array): void
  /** Up to `limit` events from `first` on. */
  events(log: LogRow, first: number, limit: number): Uint8Array[]
  /** Their sizes, in bytes. */
  sizes(log: LogRow, first: number, limit: number): number[]
  deleteBefore(log: LogRow, number: number): void
}

export function createLogRows(database: SQLiteDatabase): LogRows {
  const find = database.prepare(
    'SELECT number, epoch, retained_from, next, bytes, closed FROM millrace_logs WHERE id = ?',
  )
  const insert = database.prepare('INSERT INTO millrace_logs (id, epoch, touched_at) VALUES (?, ?, ?)')
  const setEpoch = database.prepare('UPDATE millrace_logs SET epoch = ? WHERE id = ?')
  const update = database.prepare(
    'UPDATE millrace_logs SET retained_from = ?, next = ?, bytes = ?, closed = ?, touched_at = ? WHERE number = ?',
  )
  const remove = database.prepare('DELETE FROM millrace_logs WHERE id = ? RETURNING number')
  const removeEvents = database.prepare('DELETE FROM millrace_events WHERE log = ?')
  const due = database.prepare(
    `SELECT id FROM millrace_logs WHERE closed = 1 AND touched_at <= ?
     UNION ALL
     SELECT id FROM millrace_logs AS log WHERE closed = 0 AND touched_at <= ?
     AND NOT EXISTS (SELECT 1 FROM millrace_responses WHERE id = log.id)
     LIMIT ?`,
  )
  const addEvent = database.prepare('INSERT INTO millrace_events (log, number, data) VALUES (?, ?, ?)')
  const events = database.prepare(
    'SELECT data FROM millrace_events WHERE log = ? AND number >= ? ORDER BY number LIMIT ?',
  )
  const sizes = database.prepare(
    'SELECT length(data) AS size FROM millrace_events WHERE log = ? AND number >= ? ORDER BY number LIMIT ?',
  )
  const removeBefore = database.prepare('DELETE FROM millrace_events WHERE log = ? AND number < ?')

  return {
    find(id) {
      const row = rowOf(find.get(id))
      return row && logRow(row)
    },
    insert: (id, epoch, now) => void insert.run(id, epoch, now),
    setEpoch: (id, epoch) => void setEpoch.run(epoch, id),
    update: (log, now) =>
      void update.run(log.retainedFrom, log.next, log.bytes, Number(log.closed), now, log.number),
    delete(id) {
      const row = rowOf(remove.get(id))
      if (row === undefined) return false
      removeEvents.run(numberIn(row, 'number'))
      return true
    },
    due: (closedBefore, openBefore, limit) =>
      due
        .all(closedBefore, openBefore, limit)
        .filter(isRow)
        .map((row) => textIn(row, 'id')),
    addEvent: (log, number, data) => void addEvent.run(log.number, number, data),
    events: (log, first, limit) => events.all(log.number, first, limit).map(dataIn),
    sizes: (log, first, limit) =>
      sizes
        .all(log.number, first, limit)
        .filter(isRow)
        .map((row) => numberIn(row, 'size')),
    deleteBefore: (log, number) => void removeBefore.run(log.number, number),
  }
}

function logRow(row: Row): LogRow {
  return {
    number: numberIn(row, 'number'),
    epoch: numberIn(row, 'epoch'),
    retainedFrom: numberIn(row, 'retained_from'),
    next: numberIn(row, 'next'),
    bytes: numberIn(row, 'bytes'),
    closed: numberIn(row, 'closed') === 1,
  }
}

/** Events come by the thousand, so they are not copied into a `Row` first. */
function dataIn(found: unknown): Uint8Array {
  if (isRow(found) && found.data instanceof Uint8Array) return found.data
  throw new TypeError('The database has something else than bytes where an event should be.')
}
