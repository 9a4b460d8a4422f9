import { assertSame } from '../lib/checksum.mjs'
import { startProcess } from '../lib/fork.mjs'
import { median } from '../lib/measure.mjs'
import { figure, ratioRow } from '../lib/row.mjs'

const readers = 100
const servers = {
  millrace: 'servers/fan-out-millrace.mjs',
  'resumable-stream': 'servers/fan-out-resumable-stream.mjs',
  'better-sse': 'servers/fan-out-better-sse.mjs',
}

/** One run to 100 readers over HTTP; the server, and all the readers together, have a process each. */
export async function measure({ quick }) {
  const deltas = quick ? 1_000 : 3_000
  const costs = { millrace: [], 'resumable-stream': [], 'better-sse': [] }
  const serialised = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    for (const [name, path] of Object.entries(servers)) {
      const used = await sendOnce(path, name, deltas)
      costs[name].push(used.cpu / (readers * used.events))
      if (name === 'millrace') serialised.push(used.serialised / used.events)
    }
  }
  const ratio = (peer) => median(costs.millrace.map((cost, round) => costs[peer][round] / cost))
  const row = (peer, atLeast) =>
    ratioRow({
      what: `one run to ${readers} readers, deliveries a CPU second of the server: more than ${peer}`,
      ratio: ratio(peer),
      atLeast,
      ours: `${figure(1e6 / median(costs.millrace))}/s`,
      theirs: `${figure(1e6 / median(costs[peer]))}/s`,
    })
  const times = median(serialised)
  return [
    row('resumable-stream', 2),
    row('better-sse', 3),
    {
      what: '… JSON.stringify calls an event, for all readers together',
      goal: '1',
      measured: times.toFixed(2),
      // The lifecycle events and the record are serialised beside it.
      met: times < 1.1,
      ours: `${figure(median(costs.millrace))} µs CPU a delivery`,
    },
  ]
}

async function sendOnce(path, name, deltas) {
  const [server, clients] = [startProcess(path), startProcess('servers/readers.mjs')]
  try {
    const url = await server.ask({ start: deltas })
    await clients.ask({ url, count: readers })
    await server.ask('go')
    const counts = await clients.ask('end')
    const used = await server.ask('used')
    // Start and end of the lifecycle, and of the message in it, come with the deltas; ours is queued first.
    const events = deltas + (name === 'millrace' ? 9 : 8)
    assertSame(name, [Math.min(...counts), Math.max(...counts)], [events, events])
    return { ...used, events }
  } finally {
    server.stop()
    clients.stop()
  }
}
