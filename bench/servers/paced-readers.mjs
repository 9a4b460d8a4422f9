// Many readers of streams of their own, in one process. `{ url, count }` connects them; `{ listen }` answers after
// so many ms with how long events were on their way meanwhile.
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { answerParent } from '../lib/fork.mjs'

const needle = Buffer.from('"delta":"')
const quote = 0x22
/** In µs. @type {number[]} */
let delays = []
/** @type {import('node:http').ClientRequest[]} */
let requests = []

function note(chunk) {
  const now = Number(process.hrtime.bigint())
  for (let at = chunk.indexOf(needle); at !== -1; at = chunk.indexOf(needle, at + 1)) {
    const from = at + needle.length
    const end = chunk.indexOf(quote, from)
    // Cut by the end of the chunk: under load, and rarely.
    if (end === -1) return
    const sentAt = Number(chunk.latin1Slice(from, end))
    if (sentAt > 0) delays.push((now - sentAt) / 1000)
  }
}

async function connect(url, agent) {
  const call = request(`${url}/responses`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  })
  requests.push(call)
  call.end(JSON.stringify({ model: 'm', input: 'Hello', stream: true }))
  const [response] = await once(call, 'response')
  // From here on it is this side that leaves in the end.
  call.on('error', () => {})
  response.on('error', () => {})
  response.on('data', note)
}

answerParent(async ({ url, count, listen }) => {
  if (listen === undefined) {
    for (const call of requests) call.destroy()
    requests = []
    const agent = new Agent({ maxSockets: Infinity })
    for (let left = count; left > 0; left -= 20) {
      await Promise.all(Array.from({ length: Math.min(left, 20) }, () => connect(url, agent)))
    }
    return 'connected'
  }
  delays = []
  await new Promise((resolve) => setTimeout(resolve, listen))
  return delays
})
