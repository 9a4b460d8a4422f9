// Compiles better-sqlite3, which `npm ci` leaves alone: it takes a minute or two that only the
// tests of the SQLite store need to spend.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

function works() {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

if (!works()) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['rebuild', 'better-sqlite3', '--dangerously-allow-all-scripts'],
    { encoding: 'utf8' },
  )
  if (status !== 0 || !works()) {
    console.error(
      `${stdout}${stderr}\nbetter-sqlite3 could not be compiled; it needs python3, make and a C++ compiler.`,
    )
    process.exit(1)
  }
}
