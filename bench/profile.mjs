// Where the time of our own code goes: `node bench/profile.mjs final 16384`. Prints the self time of each
// function as a share of the whole. First argument: decode, parse, iterate or final; second: the chunk
// size in bytes, or `event`; third: the workload.
import * as millrace from './adapters/millrace.mjs'
import { startProfiler } from './lib/profiler.mjs'
import { createWorkload } from './lib/workload.mjs'

const tasks = {
  decode: millrace.decode,
  parse: millrace.decodeAndParse,
  iterate: millrace.iterate,
  final: millrace.finalResponse,
}
const [task = 'final', size = '16384', name = 'w1'] = process.argv.slice(2)
const { [name]: events } = await import(`./workloads/${name}.mjs`)
const workload = createWorkload(events())
const chunks = workload.chunks(size === 'event' ? size : Number(size))
const run = tasks[task]

for (let i = 0; i < 10; i++) await run(chunks)
const stop = await startProfiler()
const passes = 60
const before = process.cpuUsage()
for (let i = 0; i < passes; i++) await run(chunks)
const { user, system } = process.cpuUsage(before)
const profile = await stop()
const perEvent = (user + system) / passes / workload.events.length
console.log(`${task}, ${name}, ${size} a chunk: ${perEvent.toFixed(2)} µs CPU an event while profiled\n`)
console.log(profile)
