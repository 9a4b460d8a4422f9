import { openai6, openai7 } from '../adapters/openai.mjs'
import { parseOnly, readOnly } from '../adapters/floor.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { chunkSizes, createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'

const goals = new Map([
  [16_384, 4],
  ['event', 2],
])

/** `create({ stream: true })`, events read with `for await`. */
export async function measure({ quick }) {
  const workload = createWorkload(w1())
  const sizes = chunkSizes.filter(([, size]) => !quick || goals.has(size))
  const rows = []
  for (const [name, size] of sizes) rows.push(...(await rowsOf(name, size, workload, quick)))
  return rows
}

async function rowsOf(chunkName, size, workload, quick) {
  const chunks = workload.chunks(size)
  const expected = parseOnly(workload.payloads)
  const verify = (name) => (tally) => assertSame(name, tally, expected)
  const peerRounds = quick ? 5 : 15
  const measured = await compare(
    [
      { name: 'millrace', run: () => millrace.iterate(chunks), verify: verify('millrace') },
      {
        name: 'openai 7',
        run: () => openai7.iterate(chunks),
        verify: verify('openai 7'),
        rounds: peerRounds,
      },
      {
        name: 'openai 6',
        run: () => openai6.iterate(chunks),
        verify: verify('openai 6'),
        rounds: peerRounds,
      },
      { name: 'body read', run: () => readOnly(chunks) },
    ],
    { rounds: quick ? 9 : 25, warmUps: 5 },
  )
  const each = (name) => perEvent(measured.cpu(name), expected.events)
  const against = (peer, atLeast) =>
    ratioRow({
      what: `for await, W1, ${chunkName} a chunk: faster than ${peer} create`,
      ratio: measured.ratio(peer, 'millrace'),
      atLeast,
      ours: each('millrace'),
      theirs: each(peer),
    })
  return [
    against('openai 7', goals.get(size)),
    against('openai 6'),
    ratioRow({
      what: '… in units of reading the body alone',
      ratio: measured.ratio('millrace', 'body read'),
      ours: each('millrace'),
      theirs: each('body read'),
    }),
  ]
}
