// One W5 stream from a file, in this process: how long it takes and what it needs.
import { readFileSync } from 'node:fs'
import { finalResponse } from '../adapters/millrace.mjs'
import { peakMemory, resetPeak, settledMemory } from './memory.mjs'
import { createWorkload } from './workload.mjs'
import { w1 } from '../workloads/w1.mjs'

const [file] = process.argv.slice(2)

/** Views, not copies: what is measured is what we hold, not what the source does. @param {Uint8Array} bytes */
function* views(bytes) {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
}

for (let i = 0; i < 15; i++) await finalResponse(createWorkload(w1(3_000)).chunks(16_384))
const bytes = readFileSync(file)
const chunks = [...views(bytes)]
const base = settledMemory()
resetPeak()
const before = process.cpuUsage()
const response = await finalResponse(chunks)
const { user, system } = process.cpuUsage(before)
const peak = peakMemory() - base.rss
const retained = settledMemory().heap - base.heap
process.send({ cpu: user + system, peak, retained, length: response.output_text.length }, () =>
  process.exit(0),
)
