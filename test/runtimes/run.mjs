// node|bun|deno run.mjs <main entry> <folder> <file…>: prints one JSON object, file name to result.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { readCapture } from './read-capture.mjs'

const [entry, folder, ...files] = process.argv.slice(2)
const millrace = await import(pathToFileURL(entry).href)
const results = {}
for (const file of files) {
  results[file] = await readCapture(millrace, new Uint8Array(readFileSync(`${folder}/${file}`)))
}
console.log(JSON.stringify(results))
