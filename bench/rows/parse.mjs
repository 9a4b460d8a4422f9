import * as eventsourceParser from '../adapters/eventsource-parser.mjs'
import { parseOnly } from '../adapters/floor.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { chunkSizes, createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'
import { w2 } from '../workloads/w2.mjs'

/** Bytes pushed in, typed events out; `JSON.parse` of the ready payloads is the floor. */
export async function measure({ quick }) {
  const workloads = { W1: createWorkload(w1()), W2: createWorkload(w2()) }
  const rows = []
  for (const [name, workload] of Object.entries(workloads)) {
    for (const [chunkName, size] of chunkSizes) {
      // One size of W2 is enough: it differs by its payloads.
      if (name === 'W2' && size !== 16_384) continue
      rows.push(...(await rowsOf(`decode + parse, ${name}, ${chunkName} a chunk`, workload, size, quick)))
    }
  }
  return rows
}

async function rowsOf(what, workload, size, quick) {
  const chunks = workload.chunks(size)
  const expected = parseOnly(workload.payloads)
  const passes = Math.ceil(20_000 / expected.events)
  const contestant = (name, run) => ({
    name,
    passes,
    run,
    verify: (tally) => assertSame(name, tally, expected),
  })
  const measured = await compare(
    [
      contestant('JSON.parse', () => parseOnly(workload.payloads)),
      contestant('millrace', () => millrace.decodeAndParse(chunks)),
      contestant('eventsource-parser', () => eventsourceParser.decodeAndParse(chunks)),
    ],
    { rounds: quick ? 9 : 25 },
  )
  const each = (name) => perEvent(measured.cpu(name), expected.events)
  return [
    ratioRow({
      what: `${what}: JSON.parse alone, share of our time`,
      ratio: measured.ratio('JSON.parse', 'millrace'),
      // The floor of one event a chunk is the chunk, not the parse.
      atLeast: size === 'event' ? undefined : 0.6,
      ours: each('millrace'),
      theirs: each('JSON.parse'),
    }),
    ratioRow({
      what: '… against eventsource-parser + JSON.parse',
      ratio: measured.ratio('millrace', 'eventsource-parser'),
      ours: each('millrace'),
      theirs: each('eventsource-parser'),
    }),
  ]
}
