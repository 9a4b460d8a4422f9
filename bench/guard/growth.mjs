import { finalResponse } from '../adapters/millrace.mjs'
import { createWorkload } from '../lib/workload.mjs'
import { built, openPartial } from '../millrace.mjs'
import { pieces } from '../workloads/pieces.mjs'
import { w1 } from '../workloads/w1.mjs'
import { w3 } from '../workloads/w3.mjs'
import { w4 } from '../workloads/w4.mjs'
import { w6Object } from '../workloads/w6.mjs'

const { memoryStore } = await built('server/index.js')

/** A stream of some size, folded. */
function folded(events, chunkSize = 16_384) {
  return (size) => {
    const chunks = createWorkload(events(size)).chunks(chunkSize)
    return () => finalResponse(chunks)
  }
}

/** A log of so many events, written a few at a time and read to its end. */
function loggedAndRead(events) {
  const bytes = new TextEncoder().encode('event: response.output_text.delta\ndata: {}\n\n')
  const batch = Array.from({ length: 4 }, () => bytes)
  return async () => {
    const { logs, close } = memoryStore({ maxLogEvents: 0 })
    await logs.open('resp_1', 1)
    for (let first = 0; first < events; first += batch.length) {
      await logs.append('resp_1', 1, first, batch)
      // As a reader that keeps up with the writer.
      await logs.read('resp_1', first - 1)
    }
    await close()
  }
}

/** A value that is read after every delta. */
function partialValues(copies) {
  const text = JSON.stringify(Array.from({ length: copies }, w6Object))
  const deltas = pieces(text)
  return () => {
    const partial = openPartial()
    let seen = 0
    for (const delta of deltas) {
      partial.push(delta)
      if (partial.value !== undefined) seen++
    }
    return seen
  }
}

/** Twice the input, at most 2.4 times the work. @type {[name: string, prepare: (size: number) => () => unknown, size: number][]} */
const table = [
  ['deltas', folded(w1), 8_000],
  ['items', folded((items) => w3(items, 10)), 400],
  ['chunks of one event', folded((bytes) => w4(1, bytes), 1_400), 1_500_000],
  ['events of a log', loggedAndRead, 60_000],
  ['partial values', partialValues, 3],
]

export const growthChecks = table.map(([name, prepare, size]) => ({
  name: `twice the ${name}`,
  limit: 2.4,
  unit: 'times the work',
  ratio: ['twice', 'once'],
  contestants: () => [
    { name: 'once', run: prepare(size), passes: 2 },
    { name: 'twice', run: prepare(size * 2) },
  ],
}))
