// The benchmarks: `node bench/run.mjs` takes about two minutes, `node bench/run.mjs --all` has more rounds and
// rows, `node bench/run.mjs decode final` measures those groups only. Prints one table; docs/performance.md
// says what its lines mean. The peers are installed here at the first run, and nowhere else.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startProcess } from './lib/fork.mjs'
import { printTable } from './lib/table.mjs'

/** Each is a file in rows/ and runs in a process of its own. */
const groups = [
  'decode',
  'parse',
  'iterate',
  'final',
  'many-streams',
  'snapshot',
  'big-events',
  'long-streams',
  'latency',
  'fan-out',
  'resume',
  'gateway',
  'partial-values',
]

const here = fileURLToPath(new URL('.', import.meta.url))

function prepare() {
  if (!existsSync(`${here}node_modules`)) run('npm', ['ci', '--silent', '--prefix', here])
  if (process.env.MILLRACE_DIST !== undefined) return
  run(process.execPath, [`${here}../scripts/build.mjs`])
}

function run(command, given) {
  const { status } = spawnSync(command, given, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function environment() {
  const [{ model }] = cpus()
  return `Node ${process.versions.node}, ${cpus().length} × ${model.trim()}, ${process.platform} ${process.arch}`
}

async function measure(group, mode) {
  const startedAt = Date.now()
  const child = startProcess('lib/child.mjs', [group, mode])
  try {
    return await child.answer()
  } catch (error) {
    return [{ what: `${group}: ${error.message}`, goal: '', measured: 'failed', met: false, ours: '' }]
  } finally {
    console.error(`${group}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
  }
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const mode = process.argv.includes('--all') ? 'all' : 'quick'
const wanted = names.length > 0 ? names : groups
const unknown = wanted.filter((name) => !groups.includes(name))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${groups.join(', ')}.`)
  process.exit(2)
}
prepare()
const rows = []
for (const group of wanted) rows.push(...(await measure(group, mode)))
console.log(`${environment()}; ${mode}\n`)
printTable(rows)
const missed = rows.filter(({ met }) => met === false).length
const goals = rows.filter(({ met }) => met !== undefined).length
console.log(`\n${goals - missed} of ${goals} goals met.`)
