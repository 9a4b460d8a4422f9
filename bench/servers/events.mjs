// A bare server that streams W1 to whoever asks, in a process of its own. `/burst/<deltas>/…` writes every
// event by itself, as fast as the client takes them; `/paced/<deltas>/…` writes one each millisecond, with the
// time it was written (`sent_at`, on the clock that all processes share).
import { once } from 'node:events'
import { createServer } from 'node:http'
import { answerParent } from '../lib/fork.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'

/** @type {Map<number, ReturnType<typeof createWorkload>>} */
const workloads = new Map()

function workloadOf(deltas) {
  const known = workloads.get(deltas) ?? createWorkload(w1(deltas))
  workloads.set(deltas, known)
  return known
}

async function burst(response, { frames }) {
  for (const frame of frames) if (!response.write(frame)) await once(response, 'drain')
  response.end()
}

function paced(response, { frames }) {
  let next = 0
  const timer = setInterval(() => {
    const stamp = `data: {"sent_at":${process.hrtime.bigint()},`
    response.write(frames[next++].replace('data: {', stamp))
    if (next < frames.length) return
    clearInterval(timer)
    response.end()
  }, 1)
}

const ways = { burst, paced }

const server = createServer((request, response) => {
  const [, way, deltas] = request.url.split('/')
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  void ways[way](response, workloadOf(Number(deltas)))
})

// Longer than the pauses between two rounds of a client that keeps its connections.
server.keepAliveTimeout = 75_000

answerParent((deltas) => {
  workloadOf(deltas)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`))
  })
})
