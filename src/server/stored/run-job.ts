import type { ResponseCreateParams } from '../../events/params.js'
import type { ResponseRecord, StoredItem } from '../../store/response-record.js'
import type { Principal } from '../authenticate.js'
import type { Core } from '../core.js'
import { runHooks } from '../hooks.js'
import type { ResponseShell } from '../response-shell.js'
import type { RunContext, RunOptions } from '../run/run.js'
import { traceOf } from '../trace-context.js'

/** A stored response that is to be produced. */
export interface RunJob {
  record: Pick<ResponseRecord, 'id' | 'epoch'>
  shell: ResponseShell
  params: ResponseCreateParams
  history: readonly StoredItem[]
  previousState?: Record<string, unknown> | undefined
  principal: Principal
  requestId: string
  /** Of the client's request, and of its answer if that waits for the backend. */
  headers?: Pick<RunContext, 'requestHeaders' | 'responseHeaders'>
}

/** What a job's run is made of, whichever way its events go. */
export function runOptionsOf({ options, store }: Core, job: RunJob): Omit<RunOptions, 'sink' | 'openAfter'> {
  const { record, shell, params, history, previousState, principal, requestId, headers } = job
  const info = { responseId: shell.id, requestId, owner: principal.owner, params }
  const trace = headers?.requestHeaders && traceOf(headers.requestHeaders)
  return {
    backend: options.backend,
    params,
    history,
    shell,
    principal,
    requestId,
    hooks: runHooks(options.hooks, trace === undefined ? info : { ...info, trace }),
    context: {
      ...headers,
      previousState,
      // What is not kept costs the backend its memory, not the client its answer.
      remember: (backendState) =>
        store.records.update(record.id, record.epoch, { backendState }).catch(() => undefined),
    },
  }
}
