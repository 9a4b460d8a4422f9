import { encodeFor, type Core } from '../core.js'
import type { LiveRun } from '../live-runs.js'
import { createLogSink } from '../run/log-sink.js'
import { createRun } from '../run/run.js'
import { lostRun, loseRun } from './lost-run.js'
import { retentionOf } from './retention.js'
import { runOptionsOf, type RunJob } from './run-job.js'

/**
 * Puts a background run into the queue. When it resolves the run is announced in its log, so that it
 * can be answered for.
 *
 * @param first the number of the first event that the log does not have yet.
 */
export async function startBackground(core: Core, job: RunJob, first = 0): Promise<LiveRun> {
  const { id, epoch } = job.record
  const sink = createLogSink({
    store: core.store,
    id,
    epoch,
    first,
    encode: encodeFor(core.options),
    ...retentionOf(core, job.params),
    onLost: (error) => loseRun(core, live, error),
  })
  const run = createRun({ ...runOptionsOf(core, job), sink, openAfter: undefined, queued: true })
  const live: LiveRun = { id, run, epoch, finished: sink.finished, abandon }
  core.live.add(live)

  function abandon(): void {
    sink.detach()
    run.stop(lostRun('The server is shutting down.'), { status: 'cancelled' })
    if (core.lease !== undefined) core.store.records.update(id, epoch, { lease: 0 }).catch(() => undefined)
  }

  async function work(): Promise<void> {
    live.abandon = undefined
    run.open()
    // Once the backend works nobody may find the run still queued, and start it again.
    await sink.flushed()
    run.begin()
    await sink.finished
  }

  await sink.flushed()
  if (live.lost !== undefined && first === 0) {
    // Nobody has heard of it, and nobody could follow it.
    await core.store.delete(id, { releaseKey: true }).catch(() => undefined)
    throw live.lost
  }
  if (!core.queue.add(work)) abandon()
  return live
}
