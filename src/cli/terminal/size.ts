import type { Output } from '../context.js'

/** Of a terminal or what stands in for one. Some pseudo-terminals say that they have no rows or columns at all. */
export function sizeOf({ columns, rows }: Pick<Output, 'columns' | 'rows'>): {
  columns: number
  rows: number
} {
  return { columns: columns || 80, rows: rows || 24 }
}
