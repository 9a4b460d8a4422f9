import * as millrace from '../adapters/millrace.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { perEvent, ratioRow } from '../lib/row.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'
import { w3 } from '../workloads/w3.mjs'

/** What reading the snapshot costs, and how an event's cost grows with the number of items. */
export async function measure({ quick }) {
  const [long, wide] = [createWorkload(w1()), createWorkload(w3())]
  const [longChunks, wideChunks] = [long.chunks(16_384), wide.chunks(16_384)]
  const verify = (items) => (response) => {
    assertSame('millrace', [response.status, response.output.length], ['completed', items])
  }
  const contestants = [
    { name: 'never read', run: () => millrace.readToFinal(longChunks), verify: verify(1) },
    {
      name: 'read',
      run: () => millrace.readToFinal(longChunks, { snapshotEvery: 100 }),
      verify: verify(1),
    },
    { name: 'W1', run: () => millrace.finalResponse(longChunks), verify: verify(1) },
    { name: 'W3', run: () => millrace.finalResponse(wideChunks), verify: verify(500) },
  ]
  const measured = await compare(contestants, { rounds: quick ? 15 : 35, warmUps: 5 })
  const perItem = long.events.length / wide.events.length
  return [
    ratioRow({
      what: 'stream.snapshot read every 100 deltas, W1, 16 KiB a chunk, against never',
      ratio: measured.ratio('read', 'never read'),
      atMost: 1.3,
      ours: perEvent(measured.cpu('read'), long.events.length),
      theirs: perEvent(measured.cpu('never read'), long.events.length),
    }),
    ratioRow({
      what: 'W3 (500 interleaved items), an event, against W1',
      ratio: measured.ratio('W3', 'W1') * perItem,
      atMost: 1.5,
      ours: perEvent(measured.cpu('W3'), wide.events.length),
      theirs: perEvent(measured.cpu('W1'), long.events.length),
    }),
  ]
}
