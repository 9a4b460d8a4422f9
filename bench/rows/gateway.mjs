import { startProcess } from '../lib/fork.mjs'
import { quantile } from '../lib/measure.mjs'
import { figure } from '../lib/row.mjs'

/** Many slow streams through `upstreamBackend`, and many followers of a silent run. Reported; the memory has a goal. */
export async function measure({ quick }) {
  return [...(await liveStreams(quick ? 200 : 2_000, quick)), ...(await idleFollowers(quick ? 1_000 : 5_000))]
}

async function liveStreams(count, quick) {
  const upstream = startProcess('servers/paced-upstream.mjs')
  const gateway = startProcess('servers/gateway.mjs')
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
    return rowsOf({ count, before, after, cpu, memory: full.rss - empty.rss })
  } finally {
    for (const one of [upstream, gateway, readers]) one.stop()
  }
}

const delaysOf = (readers, listen) => readers.ask({ listen })

function rowsOf({ count, before, after, cpu, memory }) {
  const added = (share) => quantile(after, share) - quantile(before, share)
  const what = `gateway, ${count.toLocaleString('en-US')} streams at 10 events/s`
  const perStream = (memory * 1024) / count
  return [
    reported(`${what}: CPU an event`, `${figure(cpu / after.length)} µs`, `${after.length} events`),
    reported(`${what}: added latency, p50`, `${figure(added(0.5))} µs`, `${figure(quantile(after, 0.5))} µs`),
    reported(
      `${what}: added latency, p99`,
      `${figure(added(0.99))} µs`,
      `${figure(quantile(after, 0.99))} µs`,
    ),
    {
      what: `${what}: memory a stream (resident)`,
      goal: '≤ 64 KiB',
      measured: `${figure(perStream)} KiB`,
      met: perStream <= 64,
      ours: '',
    },
  ]
}

function reported(what, measured, ours) {
  return { what, goal: '', measured, ours }
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
