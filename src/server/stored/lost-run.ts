import { MillraceError } from '../../errors/millrace-error.js'
import type { Core } from '../core.js'
import { HTTPError } from '../http-error.js'
import type { LiveRun } from '../live-runs.js'

/** Why a run ends here although its backend had not finished: it goes on, or has ended, without this process. */
export function lostRun(cause: unknown): HTTPError {
  return new HTTPError({
    status: 503,
    message: 'This run was ended elsewhere, or its events could not be stored.',
    code: 'run_lost',
    cause,
  })
}

/**
 * Stops a run whose log takes nothing more from this process. What the store has refused is in other hands, which
 * end the log, or it was deleted. When the store itself has failed nobody ends the log before it works
 * again: its readers are not to wait for that, and whoever comes first may take the run over.
 */
export function loseRun(core: Core, live: LiveRun, error: unknown): void {
  live.lost = lostRun(error)
  live.run.stop(live.lost, { status: 'cancelled' })
  if (MillraceError.isInstance(error)) return
  core.live.closeReaders(live.id)
  core.store.records.update(live.id, live.epoch ?? 0, { lease: 0 }).catch(() => undefined)
}
