// The floor of a gateway: node:http in front, fetch behind, and nothing looked at in between.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { reportUsage } from '../lib/report-usage.mjs'

async function forward(request, response, baseURL) {
  const left = new AbortController()
  response.on('close', () => left.abort())
  try {
    const upstream = await fetch(`${baseURL}/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await text(request),
      signal: left.signal,
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for await (const chunk of upstream.body) response.write(chunk)
    response.end()
  } catch (error) {
    // Leaving is how every stream of this run ends.
    if (!left.signal.aborted) throw error
  }
}

reportUsage(async (baseURL) => {
  const server = createServer((request, response) => void forward(request, response, baseURL))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
})
