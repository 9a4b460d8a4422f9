import { parseOnly } from '../adapters/floor.mjs'
import * as millrace from '../adapters/millrace.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w1 } from '../workloads/w1.mjs'
import { w1u } from '../workloads/w1u.mjs'
import { w3 } from '../workloads/w3.mjs'

const deltas = 6_000

/**
 * What is done for each event, in units of `JSON.parse` of the payloads. The limits are about 1.9 times
 * what was measured when they were set.
 *
 * @type {[name: string, events: () => import('../lib/workload.mjs').WireEvent[], size: import('../lib/workload.mjs').ChunkSize, run: (chunks: Uint8Array[]) => unknown, limit: number][]}
 */
const table = [
  ['decode, 16 KiB a chunk', () => w1(deltas), 16_384, millrace.decode, 0.5],
  ['decode, 1 event a chunk', () => w1(deltas), 'event', millrace.decode, 0.7],
  ['decode, a quarter not ASCII', () => w1u(deltas), 16_384, millrace.decode, 1.2],
  ['decode + parse, 16 KiB a chunk', () => w1(deltas), 16_384, millrace.decodeAndParse, 2.6],
  ['create(), for await, 16 KiB a chunk', () => w1(deltas), 16_384, millrace.iterate, 5],
  ['create(), for await, 1 event a chunk', () => w1(deltas), 'event', millrace.iterate, 11],
  ['stream() to the end, 16 KiB a chunk', () => w1(deltas), 16_384, millrace.finalResponse, 5.5],
  ['stream() to the end, 1 event a chunk', () => w1(deltas), 'event', millrace.finalResponse, 12],
  ['stream() to the end, 150 items', () => w3(150), 16_384, millrace.finalResponse, 10],
]

export const workChecks = table.map(([name, events, size, run, limit]) => ({
  name,
  limit,
  unit: 'times JSON.parse',
  ratio: ['millrace', 'JSON.parse'],
  contestants() {
    const workload = createWorkload(events())
    const chunks = workload.chunks(size)
    return [
      { name: 'millrace', run: () => run(chunks), passes: 2 },
      { name: 'JSON.parse', run: () => parseOnly(workload.payloads), passes: 4 },
    ]
  },
}))
