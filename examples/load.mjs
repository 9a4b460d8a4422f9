// Loads a TypeScript module of this repository as it is, with the sources in place of the built package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const alias = Object.entries(exports).flatMap(([subpath, { default: built }]) =>
  built ? { find: new RegExp(`^${join('millrace', subpath)}$`), replacement: sourceOf(built) } : [],
)

function sourceOf(built) {
  return join(root, built.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
}

/** @param {string} path from the root of the repository */
export async function load(path) {
  const config = {
    configFile: false,
    root,
    logLevel: 'silent',
    resolve: { alias },
    oxc: { target: 'node20' },
  }
  const { module } = await runnerImport(join(root, path), config)
  return module
}
