// `npm run check`: everything about the tree that is not a test. Quiet while it is well: what a step
// printed is shown only when the step failed. `npm run check -- lint size` runs those steps alone.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packed = mkdtempSync(join(tmpdir(), 'millrace-check-'))
const tarball = () => join(packed, readdirSync(packed)[0] ?? 'no tarball')

/** A step that looks at the build waits for `before`; the rest run side by side. */
const steps = [
  { name: 'build', command: () => ['node', 'scripts/build.mjs'] },
  {
    name: 'pack',
    before: 'build',
    command: () => ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', packed],
  },
  { name: 'types', command: () => ['tsc', '-p', 'tsconfig.json'] },
  { name: 'core-types', command: () => ['tsc', '-p', 'tsconfig.core.json'] },
  { name: 'lint', command: () => ['npm', 'run', '--silent', 'lint'] },
  { name: 'format', command: () => ['oxfmt', '--list-different', '.'] },
  { name: 'unused', command: () => ['knip'] },
  { name: 'size', before: 'build', command: () => ['size-limit'] },
  { name: 'publint', before: 'pack', command: () => ['publint', 'run', tarball(), '--strict'] },
  { name: 'attw', before: 'pack', command: () => ['attw', tarball(), '--profile', 'esm-only'] },
]

function run([program, ...args]) {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` }
    const child = spawn(program, args, { cwd: root, env })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const started = new Map()

function start(step) {
  if (!started.has(step.name)) started.set(step.name, execute(step))
  return started.get(step.name)
}

let free = availableParallelism()
const waiting = []

async function execute(step) {
  const before = steps.find((other) => other.name === step.before)
  if (before && !(await start(before))) return false
  if (free === 0) await new Promise((resolve) => waiting.push(resolve))
  else free -= 1
  const { ok, output } = await run(step.command())
  const next = waiting.shift()
  if (next) next()
  else free += 1
  if (!ok) console.error(`\n── ${step.name} failed ──\n${output}`)
  return ok
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = steps.filter((step) => asked.length === 0 || asked.includes(step.name))
const results = await Promise.all(chosen.map(start))
rmSync(packed, { recursive: true, force: true })
const failed = results.filter((ok) => !ok).length
console.log(`check: ${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
