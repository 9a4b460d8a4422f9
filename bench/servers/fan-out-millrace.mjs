// Ours, as a user sets it up: a background run that many follow by `GET …?stream=true`.
import { startBackgroundRun } from '../lib/background-run.mjs'
import { createGate } from '../lib/gate.mjs'
import { serveFanOut } from '../lib/serve-fan-out.mjs'
import { inBursts, runEvents } from '../workloads/fan-out.mjs'

serveFanOut(async (deltas) => {
  const gate = createGate()
  const events = runEvents(deltas)
  const { url } = await startBackgroundRun(async function* respond() {
    await gate.opened
    yield* inBursts(events)
    yield { type: 'response.completed' }
  })
  return { url, go: gate.open }
})
