import type { WireResponse } from '../../events/response.js'
import { isFinalStatus } from '../../store/final-status.js'
import type { Store } from '../../store/store.js'
import type { LiveRun } from '../live-runs.js'

/**
 * The response of a run, once its end is stored. A refusal is told when nothing is left of the run, so that it
 * can be tried again at once; a run that was lost is told by what is stored of it, if that is its end.
 */
export async function resultOf({ records }: Store, live: LiveRun): Promise<WireResponse> {
  let result: WireResponse
  try {
    result = await live.run.result
  } finally {
    await live.finished
  }
  if (live.lost === undefined) return result
  const record = await records.read(live.id).catch(() => undefined)
  if (record !== undefined && isFinalStatus(record.response.status)) return record.response
  throw live.lost
}

/** Waits until the answer may begin; for a refusal see `resultOf`. */
export async function startOf({ run, finished }: LiveRun): Promise<void> {
  try {
    await run.started
  } catch (error) {
    await finished
    throw error
  }
}
