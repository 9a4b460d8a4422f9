// Measures one group of rows in a process of its own: `node --expose-gc bench/lib/child.mjs decode quick`.
// The parent gets the rows as a message; without one they are printed.
const [name, mode = 'quick'] = process.argv.slice(2)
const { measure } = await import(`../rows/${name}.mjs`)
const rows = await measure({ quick: mode === 'quick' })
if (process.send) process.send(rows, () => process.exit(0))
else {
  const { printTable } = await import('./table.mjs')
  printTable(rows)
  process.exit(0)
}
