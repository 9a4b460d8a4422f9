import { startProcess } from '../lib/fork.mjs'
import { quantile } from '../lib/measure.mjs'
import { figure } from '../lib/row.mjs'

/** More of them, at ten events a second each, keep a core busy in a bare proxy already. */
const streams = 200

/** Many slow streams through `upstreamBackend`, and many followers of a silent run. Reported; the memory has a goal. */
export async function measure({ quick }) {
  const ours = await liveStreams('servers/gateway.mjs', streams, quick)
  const bare = await liveStreams('servers/bare-proxy.mjs', streams, quick)
  return [...rowsOf(streams, ours, bare), ...(await idleFollowers(quick ? 1_000 : 5_000))]
}

async function liveStreams(path, count, quick) {
  const upstream = startProcess('servers/paced-upstream.mjs')
  const gateway = startProcess(path)
  const readers = startProcess('servers/paced-readers.mjs')
  try {
    const direct = await upstream.ask('start')
    const url = await gateway.ask({ start: direct })
    const listen = quick ? 2_000 : 10_000
    await readers.ask({ url: direct, count })
    const before = await delaysOf(readers, listen)
    // What is needed once for all is not a stream's.
    await readers.ask({ url, count: 50 })
    await delaysOf(readers, 1_000)
    await readers.ask({ url, count: 0 })
    const empty = await gateway.ask('memory')
    await readers.ask({ url, count })
    await delaysOf(readers, 1_000)
    const full = await gateway.ask('memory')
    await delaysOf(readers, 1_000)
    await gateway.ask('cpu')
    const after = await delaysOf(readers, listen)
    const cpu = await gateway.ask('cpu')
    const added = (share) => quantile(after, share) - quantile(before, share)
    return {
      cpu: cpu / after.length,
      p50: added(0.5),
      p99: added(0.99),
      memory: ((full.rss - empty.rss) * 1024) / count,
    }
  } finally {
    for (const one of [upstream, gateway, readers]) one.stop()
  }
}

const delaysOf = (readers, listen) => readers.ask({ listen })

function rowsOf(count, ours, bare) {
  const what = `gateway, ${count.toLocaleString('en-US')} streams at 10 events/s`
  const row = (name, unit, key) => ({
    what: `${what}: ${name}, against a bare proxy`,
    goal: '',
    measured: `${figure(ours[key] / bare[key])}×`,
    ours: `${figure(ours[key])} ${unit}`,
    theirs: `${figure(bare[key])} ${unit}`,
  })
  return [
    row('CPU an event', 'µs', 'cpu'),
    row('added latency, p50', 'µs', 'p50'),
    row('added latency, p99', 'µs', 'p99'),
    {
      ...row('memory a stream (resident)', 'KiB', 'memory'),
      goal: '≤ 64 KiB',
      measured: `${figure(ours.memory)} KiB`,
      met: ours.memory <= 64,
    },
  ]
}

async function idleFollowers(count) {
  const [server, readers] = [startProcess('servers/idle-run.mjs'), startProcess('servers/readers.mjs')]
  try {
    const url = await server.ask({ start: true })
    await readers.ask({ url, count: 50 })
    const before = await server.ask('memory')
    await readers.ask({ url, count })
    const after = await server.ask('memory')
    const perFollower = ((after.rss - before.rss) * 1024) / count
    return [
      {
        what: `${count.toLocaleString('en-US')} idle followers of one run: memory each (resident)`,
        goal: '≤ 32 KiB',
        measured: `${figure(perFollower)} KiB`,
        met: perFollower <= 32,
        ours: `heap ${figure(((after.heap - before.heap) * 1024) / count)} KiB each`,
      },
    ]
  } finally {
    server.stop()
    readers.stop()
  }
}
