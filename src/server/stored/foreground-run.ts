import { encodeFor, type Core } from '../core.js'
import type { LiveRun } from '../live-runs.js'
import type { EventSink } from '../run/event-sink.js'
import { createLogSink } from '../run/log-sink.js'
import { createRecordSink, type RecordSink } from '../run/record-sink.js'
import { persist } from '../run/persist.js'
import { startRun, type Run } from '../run/run.js'
import { clientGone } from './client-gone.js'
import { createAudience, type Audience } from './audience.js'
import { loseRun } from './lost-run.js'
import { runOptionsOf, type RunJob } from './run-job.js'

/** A foreground run that others may join. */
export interface SharedRun extends LiveRun {
  readonly audience: Audience
}

/** Starts a run whose events go into its log, because the same request may come again and join it. */
export function startShared(core: Core, job: RunJob): SharedRun {
  const { id, epoch } = job.record
  const { rejoinAfterLoss } = core.options
  const sink = createLogSink({
    store: core.store,
    id,
    epoch,
    first: 0,
    encode: encodeFor(core.options),
    onLost: (error) => loseRun(core, live, error),
  })
  const audience = createAudience(rejoinAfterLoss, () => leave(core, run))
  const run = start(core, job, sink)
  const live: SharedRun = { id, run, epoch, audience, finished: finish(core, run, id, sink.finished) }
  const disband = (): void => audience.disband()
  live.finished.then(disband, disband)
  core.live.add(live)
  return live
}

/** Starts a run whose events go straight to its one client. */
export function startDirect(core: Core, job: RunJob, client: EventSink): LiveRun {
  const { id, epoch } = job.record
  const sink: RecordSink = createRecordSink(client, (response) =>
    persist(() => core.store.records.update(id, epoch, { response })),
  )
  const run = start(core, job, sink)
  const live = { id, run, epoch, finished: finish(core, run, id, sink.finished) }
  core.live.add(live)
  return live
}

/** The client has left: what the server has been told to do about that. */
export function leave({ options }: Core, run: Run): void {
  if (options.disconnect === 'cancel') run.stop(clientGone(), { status: 'cancelled' })
}

function start(core: Core, job: RunJob, sink: EventSink): Run {
  const openAfter = job.params.stream === true ? core.options.openAfter : undefined
  return startRun({ ...runOptionsOf(core, job), sink, openAfter })
}

/** A run that was refused before it had begun leaves nothing behind, so that it can be tried again. */
async function finish(core: Core, run: Run, id: string, stored: Promise<void>): Promise<void> {
  const refused = await run.result.then(
    () => false,
    () => true,
  )
  await stored
  if (refused) await core.store.delete(id, { releaseKey: true })
}
