import type { ResponseStatus } from '../../events/response.js'
import type { RecordText } from '../record-text.js'
import type { UnfinishedRun } from '../response-record.js'
import type { SQLiteDatabase, SQLiteStatement, SQLiteValue } from './driver.js'
import { isRow, numberIn, optionalNumberIn, optionalTextIn, rowOf, textIn, type Row } from './row.js'

/** The table of responses. */
export interface RecordRows {
  find(id: string): RecordText | undefined
  /** Only what decides whether it may be changed. */
  state(id: string): Pick<RecordText, 'epoch' | 'status'> | undefined
  insert(record: RecordText): void
  change(id: string, fields: Partial<RecordText>): void
  unfinished(now: number, limit: number): UnfinishedRun[]
  /** Ids of up to `limit` that are due. */
  due(now: number, limit: number): string[]
  delete(id: string): boolean
}

const columns: Record<keyof RecordText, string> = {
  id: 'id',
  owner: 'owner',
  parentId: 'parent_id',
  status: 'status',
  background: 'background',
  stream: 'stream',
  epoch: 'epoch',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  expiresAt: 'expires_at',
  leaseExpiresAt: 'lease_expires_at',
  request: 'request',
  input: 'input',
  response: 'response',
  backendState: 'backend_state',
}
const fieldNames = Object.keys(columns) as (keyof RecordText)[]

export function createRecordRows(database: SQLiteDatabase): RecordRows {
  const names = Object.values(columns)
  const find = database.prepare(`SELECT ${names.join(', ')} FROM millrace_responses WHERE id = ?`)
  const state = database.prepare('SELECT epoch, status FROM millrace_responses WHERE id = ?')
  const insert = database.prepare(
    `INSERT INTO millrace_responses (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  const unfinished = database.prepare(
    `SELECT id, owner, status, background, epoch, created_at FROM millrace_responses
     WHERE status IN ('queued', 'in_progress') AND (lease_expires_at IS NULL OR lease_expires_at <= ?)
     ORDER BY created_at, rowid LIMIT ?`,
  )
  const due = database.prepare('SELECT id FROM millrace_responses WHERE expires_at <= ? LIMIT ?')
  const remove = database.prepare('DELETE FROM millrace_responses WHERE id = ?')

  /** One for each set of fields that changes together; there are few. */
  const updates = new Map<string, SQLiteStatement>()
  function updateOf(changed: readonly (keyof RecordText)[]): SQLiteStatement {
    const assignments = changed.map((field) => `${columns[field]} = ?`).join(', ')
    const update =
      updates.get(assignments) ??
      database.prepare(`UPDATE millrace_responses SET ${assignments} WHERE id = ?`)
    updates.set(assignments, update)
    return update
  }

  return {
    find(id) {
      const row = rowOf(find.get(id))
      return row && recordText(row)
    },
    state(id) {
      const row = rowOf(state.get(id))
      return row && { epoch: numberIn(row, 'epoch'), status: statusIn(row) }
    },
    insert: (record) => void insert.run(...fieldNames.map((field) => bound(record[field]))),
    change(id, fields) {
      const changed = fieldNames.filter((field) => field in fields)
      updateOf(changed).run(...changed.map((field) => bound(fields[field])), id)
    },
    unfinished: (now, limit) => unfinished.all(now, limit).filter(isRow).map(unfinishedRun),
    due: (now, limit) =>
      due
        .all(now, limit)
        .filter(isRow)
        .map((row) => textIn(row, 'id')),
    delete: (id) => Number(remove.run(id).changes) > 0,
  }
}

/** SQLite knows neither booleans nor undefined. */
function bound(value: string | number | boolean | undefined): SQLiteValue {
  if (value === undefined) return null
  return typeof value === 'boolean' ? Number(value) : value
}

function recordText(row: Row): RecordText {
  return {
    id: textIn(row, 'id'),
    owner: textIn(row, 'owner'),
    parentId: optionalTextIn(row, 'parent_id'),
    status: statusIn(row),
    background: numberIn(row, 'background') === 1,
    stream: numberIn(row, 'stream') === 1,
    epoch: numberIn(row, 'epoch'),
    createdAt: numberIn(row, 'created_at'),
    updatedAt: numberIn(row, 'updated_at'),
    expiresAt: numberIn(row, 'expires_at'),
    leaseExpiresAt: optionalNumberIn(row, 'lease_expires_at'),
    request: textIn(row, 'request'),
    input: textIn(row, 'input'),
    response: textIn(row, 'response'),
    backendState: optionalTextIn(row, 'backend_state'),
  }
}

function unfinishedRun(row: Row): UnfinishedRun {
  return {
    id: textIn(row, 'id'),
    owner: textIn(row, 'owner'),
    status: statusIn(row),
    background: numberIn(row, 'background') === 1,
    epoch: numberIn(row, 'epoch'),
    createdAt: numberIn(row, 'created_at'),
  }
}

/** Types what was a status when it was written. */
function statusIn(row: Row): ResponseStatus {
  return textIn(row, 'status') as ResponseStatus
}
