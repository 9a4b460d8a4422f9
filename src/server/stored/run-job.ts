import type { ResponseCreateParams } from '../../events/params.js'
import type { ResponseRecord, StoredItem } from '../../store/response-record.js'
import type { Principal } from '../authenticate.js'
import type { Core } from '../core.js'
import { runHooks } from '../hooks.js'
import { HTTPError } from '../http-error.js'
import type { ResponseShell } from '../response-shell.js'
import type { RunOptions } from '../run/run.js'

/** A stored response that is to be produced. */
export interface RunJob {
  record: Pick<ResponseRecord, 'id' | 'epoch'>
  shell: ResponseShell
  params: ResponseCreateParams
  history: readonly StoredItem[]
  principal: Principal
  requestId: string
}

/** What a job's run is made of, whichever way its events go. */
export function runOptionsOf({ options }: Core, job: RunJob): Omit<RunOptions, 'sink' | 'openAfter'> {
  const { shell, params, history, principal, requestId } = job
  return {
    backend: options.backend,
    params,
    history,
    shell,
    principal,
    requestId,
    hooks: runHooks(options.hooks, { responseId: shell.id, requestId, owner: principal.owner, params }),
  }
}

/** Why a run ends here although its backend had not finished: it goes on, or has ended, without this process. */
export function lostRun(cause: unknown): HTTPError {
  return new HTTPError({
    status: 503,
    message: 'This run was ended elsewhere, or its events could not be stored.',
    code: 'run_lost',
    cause,
  })
}
