import { printable } from '../terminal/printable.js'
import type { FrameSize } from '../terminal/preview.js'
import { wrapToWidth } from '../terminal/width.js'

/** Stands for what is above the first row. */
const above = '…'

/** Only brackets that close, which say nothing of how far a value has come. */
const closing = /^[\s\]}]+$/

/**
 * A value that is still growing, in as many rows as there are: all of it, or its end. Costs O(value), but of long
 * strings only the end is looked at closely.
 */
export function growingRows(value: unknown, size: FrameSize): string[] {
  if (value === undefined || size.rows < 2) return []
  const lines = printable(JSON.stringify(value, null, 2)).split('\n')
  const all = endOf(lines, size, size.rows + 1)
  if (all.length <= size.rows) return all
  const last = lines.findLastIndex((line) => !closing.test(line))
  return [above, ...endOf(lines.slice(0, last + 1), size, size.rows - 1)]
}

/** The last rows of the lines, at most `limit`. */
function endOf(lines: readonly string[], { columns }: FrameSize, limit: number): string[] {
  let rows: string[] = []
  for (const line of lines.toReversed()) {
    if (rows.length >= limit) break
    rows = [...wrapToWidth(endOfLine(line, columns * limit), columns), ...rows]
  }
  return rows.slice(-limit)
}

/** Cut where it was cut before while the line grew, so that its rows stay where they are. */
function endOfLine(line: string, enough: number): string {
  if (line.length <= 2 * enough) return line
  const start = line.length - (line.length % enough) - enough
  return line.slice(start).replace(/^[\udc00-\udfff]/, '')
}
