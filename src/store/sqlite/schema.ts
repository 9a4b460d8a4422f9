import { storeError } from '../store-error.js'
import type { SQLiteDatabase } from './driver.js'
import { numberIn, rowOf } from './row.js'
import type { Transactions } from './transactions.js'

/**
 * Version 1. The key of an event begins with the number of its log, so that the events of a log lie
 * together and are found by their offset.
 */
const tables = `
CREATE TABLE millrace_responses (
  id TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL,
  parent_id TEXT,
  status TEXT NOT NULL,
  background INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  lease_expires_at INTEGER,
  request TEXT NOT NULL,
  input TEXT NOT NULL,
  response TEXT NOT NULL,
  backend_state TEXT
) STRICT;
CREATE INDEX millrace_responses_unfinished ON millrace_responses (created_at) WHERE status IN ('queued', 'in_progress');
CREATE INDEX millrace_responses_expiry ON millrace_responses (expires_at);

CREATE TABLE millrace_keys (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  id TEXT NOT NULL,
  hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX millrace_keys_response ON millrace_keys (id);
CREATE INDEX millrace_keys_expiry ON millrace_keys (expires_at);

CREATE TABLE millrace_logs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  epoch INTEGER NOT NULL,
  retained_from INTEGER NOT NULL DEFAULT 0,
  next INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  closed INTEGER NOT NULL DEFAULT 0,
  touched_at INTEGER NOT NULL
) STRICT;
CREATE INDEX millrace_logs_expiry ON millrace_logs (touched_at) WHERE closed = 1;
CREATE INDEX millrace_logs_open ON millrace_logs (id) WHERE closed = 0;

CREATE TABLE millrace_events (
  log INTEGER NOT NULL,
  number INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (log, number)
) STRICT, WITHOUT ROWID;
`

const currentVersion = 1

/** Makes the tables, or sees that they are those this version knows. */
export function prepareSchema(database: SQLiteDatabase, { write }: Transactions): void {
  write(() => {
    const version = numberIn(rowOf(database.prepare('PRAGMA user_version').get()) ?? {}, 'user_version')
    const ours =
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'millrace_events'").get() !== undefined
    if (version === currentVersion && ours) return
    if (version !== 0 || ours) throw storeError('store_version', { detail: versionProblem(version, ours) })
    database.exec(tables)
    database.exec(`PRAGMA user_version = ${currentVersion}`)
  })
}

function versionProblem(version: number, ours: boolean): string {
  return ours
    ? `Its tables have version ${version}, and this is version ${currentVersion}. Use the version of millrace that wrote it, or another file.`
    : `It belongs to something else (user_version is ${version}). Give the store a file of its own.`
}
