// Runs an example: `node examples/run.mjs text`. Nothing has to be built first. Where neither
// OPENAI_API_KEY nor OPENAI_BASE_URL names a server, the demo model answers.
import { readdirSync } from 'node:fs'
import { load } from './load.mjs'

const name = process.argv[2]
const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? [])
if (!names.includes(name)) {
  const wrong = name === undefined ? 'Which example?' : `There is no example called "${name}".`
  console.error([wrong, ...names.map((each) => `  node examples/run.mjs ${each}`)].join('\n'))
  process.exit(2)
}

async function serveDemo() {
  const { createResponsesServer, demoBackend, serve } = await load('src/server/index.ts')
  const server = await serve(createResponsesServer({ backend: demoBackend() }))
  process.env.OPENAI_BASE_URL = `${server.url}/v1`
  process.env.OPENAI_API_KEY = 'none-needed'
  return server
}

const { OPENAI_API_KEY, OPENAI_BASE_URL } = process.env
const server = OPENAI_API_KEY || OPENAI_BASE_URL ? undefined : await serveDemo()
await load(`examples/${name}.ts`)
await server?.close()
