// Runs an example: `node examples/run.mjs text`. Nothing has to be built first. Where neither
// OPENAI_API_KEY nor OPENAI_BASE_URL names a server, the demo model answers.
import { load } from './load.mjs'

async function serveDemo() {
  const { createResponsesServer, demoBackend, serve } = await load('src/server/index.ts')
  const server = await serve(createResponsesServer({ backend: demoBackend() }))
  process.env.OPENAI_BASE_URL = `${server.url}/v1`
  process.env.OPENAI_API_KEY = 'none-needed'
  return server
}

const { OPENAI_API_KEY, OPENAI_BASE_URL } = process.env
const server = OPENAI_API_KEY || OPENAI_BASE_URL ? undefined : await serveDemo()
await load(`examples/${process.argv[2]}.ts`)
await server?.close()
