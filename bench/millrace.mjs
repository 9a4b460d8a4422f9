import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// What is measured is the built package, as users get it: `node scripts/build.mjs` makes it. MILLRACE_DIST
// names another build, to see what a change did.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = resolve(root, process.env.MILLRACE_DIST ?? 'dist')

/** A module of the built package. @param {string} path */
export function built(path) {
  return import(pathToFileURL(resolve(dist, path)).href)
}

export const { Millrace, ResponseStream, Stream, SSEDecoder } = await built('index.js')
export const { parseEvent } = await built('events/index.js')
export const { openPartial } = await built('structured/index.js')
