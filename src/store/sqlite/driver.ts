/** What goes into and comes out of a database. */
export type SQLiteValue = string | number | bigint | Uint8Array | null

/** A prepared statement, as far as the store uses it. */
export interface SQLiteStatement {
  run(...values: SQLiteValue[]): { changes: number | bigint }
  get(...values: SQLiteValue[]): unknown
  all(...values: SQLiteValue[]): unknown[]
}

/**
 * An open database, as far as the store uses it: a `Database` of `better-sqlite3` or a `DatabaseSync`
 * of `node:sqlite`. Both work synchronously, which is what makes a transaction here indivisible.
 */
export interface SQLiteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SQLiteStatement
}
