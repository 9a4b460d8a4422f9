const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u
const zero = /^[\p{Mark}\p{Format}]/u

/** Columns that a terminal gives to a line: two for CJK and emoji, none for combining marks. */
export function displayWidth(line: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(line)) width += segmentWidth(segment)
  return width
}

/** The line, or as much of it as fits, with an ellipsis in the last column. */
export function clipToWidth(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line
  let clipped = ''
  let width = 0
  for (const { segment } of segmenter.segment(line)) {
    width += segmentWidth(segment)
    if (width > columns - 1) break
    clipped += segment
  }
  return columns < 1 ? '' : `${clipped}…`
}

/** The line in rows of at most so many columns; an empty line is one empty row. */
export function wrapToWidth(line: string, columns: number): string[] {
  const rows: string[] = []
  let row = ''
  let width = 0
  for (const { segment } of segmenter.segment(line)) {
    const added = segmentWidth(segment)
    if (width + added > columns && row !== '') {
      rows.push(row)
      row = ''
      width = 0
    }
    row += segment
    width += added
  }
  return [...rows, row]
}

/**
 * The line broken between words, each part indented as the line is. A word that is too long for a row keeps one to
 * itself, whole: an address can still be clicked.
 */
export function wrapWords(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line]
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const rows: string[] = []
  let row = ''
  for (const [chunk] of line.slice(indent.length).matchAll(/\s*\S+/g)) {
    if (row !== '' && displayWidth(indent + row + chunk) > columns) {
      rows.push(indent + row)
      row = chunk.trimStart()
    } else row += chunk
  }
  return [...rows, indent + row]
}

function segmentWidth(segment: string): number {
  if (zero.test(segment)) return 0
  return wide.test(segment) ? 2 : 1
}
