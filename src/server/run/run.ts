import type { ResponseCreateParams } from '../../events/params.js'
import type { WireResponse } from '../../events/response.js'
import type { Principal } from '../authenticate.js'
import type { Backend, BackendRun } from '../backend.js'
import type { RunHooks } from '../hooks.js'
import type { HTTPError } from '../http-error.js'
import type { ResponseShell } from '../response-shell.js'
import { createResponseWriter } from '../writer/response-writer.js'
import { driveBackend } from './drive-backend.js'
import type { EventSink } from './event-sink.js'
import { createRunControl } from './run-control.js'
import type { Outcome } from './terminal-response.js'

/** What a run is made of. */
export interface RunOptions {
  backend: Backend
  params: ResponseCreateParams
  shell: ResponseShell
  principal: Principal
  requestId: string
  sink: EventSink
  hooks: RunHooks
  /**
   * In ms: a backend that has shown no sign of life by then counts as having accepted. Undefined: only
   * output counts, because the answer is not sent before the end anyway.
   */
  openAfter: number | undefined
}

/** One response being produced. */
export interface Run {
  /** Settles when the answer may begin; rejects with what the backend threw before. */
  readonly started: Promise<void>
  /** The response as it ended, whichever way; rejects only if `started` does. */
  readonly result: Promise<WireResponse>
  /** Ends the run at once and aborts the backend's signal. After the end it does nothing. */
  stop(why: HTTPError, outcome: Outcome): void
  /** Sends a `keepalive` event; false when the response has not begun or has ended. */
  keepalive(): boolean
}

/**
 * Starts a backend and sees to it that its response ends exactly once: completed, failed, or
 * cancelled, whatever the backend does.
 */
export function startRun(options: RunOptions): Run {
  const { backend, sink, hooks, openAfter, params, principal, requestId, shell } = options
  const abort = new AbortController()
  const control = createRunControl({ shell, sink, hooks, openAfter, verbatim: backend.verbatim ?? false })
  const backendRun: BackendRun = {
    params,
    response: shell,
    principal,
    requestId,
    signal: abort.signal,
    writer: createResponseWriter(control.output),
    started: () => {
      if (openAfter !== undefined) control.open()
    },
  }

  hooks.start()
  const drive = driveBackend(backend, backendRun, { accept: control.accept, room: () => sink.room() })
  drive.ended.then(control.truncate, control.fail)

  return {
    started: control.settlement.started,
    result: control.settlement.result,
    keepalive: control.keepalive,
    stop(why, outcome) {
      if (control.settlement.over) return
      control.stop(why, outcome)
      abort.abort(why)
      drive.stop()
    },
  }
}
