/** @typedef {import('./row.mjs').Row} Row */

const columns = [
  ['what', (row) => row.what],
  ['goal', (row) => row.goal],
  ['measured', (row) => row.measured],
  ['met', (row) => (row.met === undefined ? '' : row.met ? 'yes' : 'NO')],
  ['ours', (row) => row.ours ?? ''],
  ['theirs', (row) => row.theirs ?? ''],
]

/** Prints rows as a Markdown table. @param {Row[]} rows */
export function printTable(rows) {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)))
  const print = (line) =>
    console.log(`| ${line.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`)
  print(lines[0])
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  for (const line of lines.slice(1)) print(line)
}
