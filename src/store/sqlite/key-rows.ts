import type { SQLiteDatabase } from './driver.js'
import { rowOf, textIn } from './row.js'

/** The table of idempotency keys. */
export interface KeyRows {
  find(owner: string, key: string): { id: string; hash: string } | undefined
  bind(owner: string, key: string, bound: { id: string; hash: string; expiresAt: number }): void
  release(id: string): void
  /** Forgets up to `limit` that are due, and says how many. */
  expire(now: number, limit: number): number
}

export function createKeyRows(database: SQLiteDatabase): KeyRows {
  const find = database.prepare('SELECT id, hash FROM millrace_keys WHERE owner = ? AND key = ?')
  const bind = database.prepare(
    'INSERT OR REPLACE INTO millrace_keys (owner, key, id, hash, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const release = database.prepare('DELETE FROM millrace_keys WHERE id = ?')
  const expire = database.prepare(
    `DELETE FROM millrace_keys WHERE (owner, key) IN
     (SELECT owner, key FROM millrace_keys WHERE expires_at <= ? LIMIT ?)`,
  )
  return {
    find(owner, key) {
      const row = rowOf(find.get(owner, key))
      return row && { id: textIn(row, 'id'), hash: textIn(row, 'hash') }
    },
    bind: (owner, key, { id, hash, expiresAt }) => void bind.run(owner, key, id, hash, expiresAt),
    release: (id) => void release.run(id),
    expire: (now, limit) => Number(expire.run(now, limit).changes),
  }
}
