/** A row of a result. The columns are read by the functions below, which check what they find. */
export type Row = Readonly<Record<string, unknown>>

export function isRow(found: unknown): found is Row {
  return typeof found === 'object' && found !== null
}

export function rowOf(found: unknown): Row | undefined {
  return isRow(found) ? found : undefined
}

export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(column, 'text')
  return value
}

export function optionalTextIn(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column)
}

/** A connection may be set to give bigints. */
export function numberIn(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'number') throw unexpected(column, 'a number')
  return value
}

export function optionalNumberIn(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column)
}

function unexpected(column: string, wanted: string): TypeError {
  return new TypeError(`The database has something else than ${wanted} in the column ${column}.`)
}
