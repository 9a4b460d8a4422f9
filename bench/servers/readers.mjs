// Many readers of one stream, in a process of their own. They count and understand nothing, so that the server
// is what is measured. `{ url, count }` connects them; the answer comes when all have their headers. `end`
// answers when all have read everything: the number of events that each got.
import { Agent, get } from 'node:http'
import { once } from 'node:events'
import { answerParent } from '../lib/fork.mjs'

const agent = new Agent({ maxSockets: Infinity })
const needle = Buffer.from('event:')
/** @type {Promise<number>[]} */
let readers = []

/** Counts where an event begins, also when a chunk ends within its first line. */
function createCounter() {
  let events = 0
  let rest = Buffer.alloc(0)
  return {
    get events() {
      return events
    },
    add(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = bytes.indexOf(needle)
      let last = 0
      for (; at !== -1; at = bytes.indexOf(needle, last)) {
        events++
        last = at + needle.length
      }
      rest = bytes.subarray(Math.max(last, bytes.length - needle.length + 1))
    },
  }
}

async function connect(url) {
  const request = get(url, { agent })
  const [response] = await once(request, 'response')
  const counter = createCounter()
  response.on('data', (chunk) => counter.add(chunk))
  readers.push(once(response, 'end').then(() => counter.events))
}

answerParent(async (question) => {
  if (question === 'end') {
    const counts = await Promise.all(readers)
    readers = []
    return counts
  }
  const { url, count, parallel = 50 } = question
  for (let left = count; left > 0; left -= parallel) {
    await Promise.all(Array.from({ length: Math.min(left, parallel) }, () => connect(url)))
  }
  return 'connected'
})
