import * as eventsourceParser from '../adapters/eventsource-parser.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { assertSame, count, createTally } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { chunkSizes, createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'
import { w1u } from '../workloads/w1u.mjs'

/** Bytes pushed in, server-sent events out, against eventsource-parser. */
export async function measure({ quick }) {
  const ascii = createWorkload(w1())
  const foreign = createWorkload(w1u())
  const rows = []
  for (const [name, size] of chunkSizes) {
    const atMost = size === 'event' ? 1 : 0.6
    rows.push(...(await rowsOf(`decode, W1, ${name} a chunk`, ascii, size, { atMost, quick })))
  }
  for (const [name, size] of chunkSizes) {
    const options = { atMost: size === 'event' ? 1 : 0.85, quick, withBuffer: true }
    rows.push(...(await rowsOf(`decode, W1u (¼ not ASCII), ${name} a chunk`, foreign, size, options)))
  }
  return rows
}

async function rowsOf(what, workload, size, { atMost, quick, withBuffer = false }) {
  const chunks = workload.chunks(size)
  const expected = createTally()
  for (const payload of workload.payloads) count(expected, payload)
  const contestant = (name, run) => ({
    name,
    passes: 3,
    run,
    verify: (tally) => assertSame(name, tally, expected),
  })
  const contestants = [
    contestant('millrace', () => millrace.decode(chunks)),
    contestant('eventsource-parser', () => eventsourceParser.decode(chunks)),
  ]
  // Where it makes a difference: Node has several ways to decode what is not ASCII.
  const decodeText = millrace.decodeWithBuffer
  if (withBuffer) contestants.push(contestant('Buffer', () => millrace.decode(chunks, { decodeText })))
  const measured = await compare(contestants, { rounds: quick ? 7 : 25 })
  const line = (ours) => ({
    ratio: measured.ratio(ours, 'eventsource-parser'),
    ours: perEvent(measured.cpu(ours), expected.events),
    theirs: perEvent(measured.cpu('eventsource-parser'), expected.events),
  })
  const rows = [ratioRow({ what: `${what}, against eventsource-parser`, atMost, ...line('millrace') })]
  if (withBuffer) rows.push(ratioRow({ what: '… with decodeText by Buffer', ...line('Buffer') }))
  return rows
}
