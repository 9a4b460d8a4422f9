// Compiles src into dist, but only when something changed: `npm start` runs this every time, and a
// TypeScript start-up costs more than the answer itself. `--clean` starts from an empty dist (for packing).
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const src = join(root, 'src')
const dist = join(root, 'dist')
/** Its time is that of the last compile without errors. tsc writes its own state after a failed one too. */
const stamp = join(dist, '.built')

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** What has lost its source could still be imported, and would be packed. */
function removeOrphans(modules) {
  for (const file of filesUnder(dist)) {
    const module = /^(.*?)(\.d\.ts|\.js)$/.exec(relative(dist, file))?.[1]
    if (module !== undefined && !modules.includes(module)) rmSync(file)
  }
}

function compile() {
  const startedAt = new Date()
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const project = join(root, 'tsconfig.build.json')
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, '')
  utimesSync(stamp, startedAt, startedAt)
}

if (process.argv.includes('--clean')) rmSync(dist, { recursive: true, force: true })

const sources = filesUnder(src).filter((file) => file.endsWith('.ts'))
const modules = sources.map((file) => relative(src, file).replace(/\.ts$/, ''))
removeOrphans(modules)

const complete = modules.every((module) => existsSync(join(dist, `${module}.js`)))
// tsc's incremental state believes in outputs that are no longer there.
if (!complete) rmSync(join(dist, '.tsbuildinfo'), { force: true })

const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name))
const changed = [...sources, ...settings].some((file) => statSync(file).mtimeMs >= builtAt)
if (changed || !complete) compile()
