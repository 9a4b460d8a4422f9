import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertSame } from '../lib/checksum.mjs'
import { startProcess } from '../lib/fork.mjs'
import { median } from '../lib/measure.mjs'
import { figure } from '../lib/row.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { w5, w5Sizes } from '../workloads/w5.mjs'

/** W5: how time and memory grow with the length of a stream. Every run is a process of its own. */
export async function measure({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  try {
    const results = new Map()
    for (const deltas of w5Sizes) results.set(deltas, await measureSize(folder, deltas, quick ? 2 : 7))
    return rowsOf(results)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureSize(folder, deltas, runs) {
  const file = join(folder, `${deltas}.sse`)
  const { bytes, events } = createWorkload(w5(deltas))
  writeFileSync(file, bytes)
  const { length } = events.findLast(({ type }) => type === 'response.output_text.done').text
  const measured = []
  for (let run = 0; run < runs; run++) {
    const result = await startProcess('lib/long-stream.mjs', [file]).answer()
    assertSame('millrace', result.length, length)
    measured.push(result)
  }
  const of = (name) => median(measured.map((result) => result[name]))
  return { cpu: of('cpu'), peak: of('peak'), retained: of('retained') }
}

function rowsOf(results) {
  const [small, , large] = w5Sizes.map((size) => results.get(size))
  const exponent = Math.log(large.cpu / small.cpu) / Math.log(w5Sizes[2] / w5Sizes[0])
  const seconds = w5Sizes.map((size) => figure(results.get(size).cpu / 1e6)).join(' / ')
  const sizes = 'W5 (50k → 100k → 200k deltas)'
  return [
    limit(`${sizes}: growth exponent`, exponent, 1.1, '', `${seconds} s`),
    limit(`${sizes}: peak memory over base at 200k`, large.peak, 30, ' MiB'),
    limit(`${sizes}: memory retained with the response, 200k`, large.retained, 2, ' MiB'),
  ]
}

function limit(what, value, atMost, unit, ours = '') {
  return { what, goal: `≤ ${atMost}${unit}`, measured: `${figure(value)}${unit}`, met: value <= atMost, ours }
}
