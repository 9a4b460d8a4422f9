import { openai7 } from '../adapters/openai.mjs'
import { readOnly } from '../adapters/floor.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { assertSame } from '../lib/checksum.mjs'
import { compare } from '../lib/measure.mjs'
import { figure, ratioRow } from '../lib/row.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w4 } from '../workloads/w4.mjs'

/** W4: events of 2.7 MB, in small and in large chunks. */
export async function measure({ quick }) {
  const workload = createWorkload(w4())
  const [small, large] = [workload.chunks(1_400), workload.chunks(65_536)]
  const verify = (response) => assertSame('millrace', response.status, 'completed')
  const measured = await compare(
    [
      { name: '1,400 B', run: () => millrace.finalResponse(small), verify },
      { name: '64 KiB', run: () => millrace.finalResponse(large), verify },
      { name: 'body, 1,400 B', run: () => readOnly(small) },
      { name: 'body, 64 KiB', run: () => readOnly(large) },
      { name: 'openai 7', run: () => openai7.finalResponse(small), verify, rounds: quick ? 2 : 5 },
    ],
    { rounds: quick ? 5 : 15 },
  )
  const net = (name) => measured.cpu(name) - measured.cpu(`body, ${name}`)
  const ms = (time) => `${figure(time / 1000)} ms`
  return [
    ratioRow({
      what: 'W4 (8 events of 2.7 MB), 1,400 B a chunk, against 64 KiB, both less the body read',
      ratio: net('1,400 B') / net('64 KiB'),
      atMost: 2,
      ours: ms(net('1,400 B')),
      theirs: ms(net('64 KiB')),
    }),
    ratioRow({
      what: '… faster than openai 7 stream(), 1,400 B a chunk, body read included',
      ratio: measured.ratio('openai 7', '1,400 B'),
      ours: ms(measured.cpu('1,400 B')),
      theirs: ms(measured.cpu('openai 7')),
    }),
  ]
}
