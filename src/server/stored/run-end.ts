import type { WireResponse } from '../../events/response.js'
import type { Run } from '../run/run.js'

/** The response of a run, once its end is stored. A refusal is told when nothing is left of the run, so that it can be tried again at once. */
export async function resultOf(run: Run, finished: Promise<unknown>): Promise<WireResponse> {
  try {
    return await run.result
  } finally {
    await finished
  }
}

/** Waits until the answer may begin; for a refusal see `resultOf`. */
export async function startOf(run: Run, finished: Promise<unknown>): Promise<void> {
  try {
    await run.started
  } catch (error) {
    await finished
    throw error
  }
}
