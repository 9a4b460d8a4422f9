import type { ResponseCreateParams } from '../../events/params.js'
import type { WireResponse } from '../../events/response.js'
import type { StoredItem } from '../../store/response-record.js'
import type { Principal } from '../authenticate.js'
import type { Backend, BackendRun } from '../backend.js'
import type { RunHooks } from '../hooks.js'
import type { HTTPError } from '../http-error.js'
import { passableHeaders } from '../passable-headers.js'
import type { ResponseShell } from '../response-shell.js'
import { setTrace } from '../trace-context.js'
import { createResponseWriter } from '../writer/response-writer.js'
import { driveBackend, type Drive } from './drive-backend.js'
import type { EventSink } from './event-sink.js'
import { createRunControl } from './run-control.js'
import type { Outcome } from './terminal-response.js'

/** What a run is made of. */
export interface RunOptions {
  backend: Backend
  params: ResponseCreateParams
  shell: ResponseShell
  /** The conversation before this turn. Default: none. */
  history?: readonly StoredItem[]
  principal: Principal
  requestId: string
  sink: EventSink
  hooks: RunHooks
  /**
   * In ms: a backend that has shown no sign of life by then counts as having accepted. Undefined: only
   * output counts, because the answer is not sent before the end anyway.
   */
  openAfter: number | undefined
  context?: RunContext
  /** Announced at once as queued; it begins when its turn has come. Default `false`. */
  queued?: boolean
}

/** What a backend may know and leave beyond its own response. See `BackendRun`. */
export type RunContext = Partial<
  Pick<BackendRun, 'requestHeaders' | 'responseHeaders' | 'previousState' | 'remember'>
>

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
  /** The response as it stands; undefined before it has begun. It is not to be changed. */
  response(): WireResponse | undefined
  /** Announces that it is in progress, so that from now on it ends as a response and not as a refusal. */
  open(): void
}

/** A run whose backend does not work yet. */
export interface WaitingRun extends Run {
  /** Lets the backend work, unless the run was stopped before. */
  begin(): void
}

/**
 * Starts a backend and sees to it that its response ends exactly once: completed, failed, or
 * cancelled, whatever the backend does.
 */
export function startRun(options: RunOptions): Run {
  const run = createRun(options)
  run.begin()
  return run
}

/** The same, for a run that begins later. */
export function createRun(options: RunOptions): WaitingRun {
  const { backend, sink, hooks, openAfter, params, history = [], principal, requestId, shell } = options
  const { context = {} } = options
  const queued = options.queued ?? false
  const abort = new AbortController()
  const verbatim = !queued && (backend.verbatim ?? false)
  const control = createRunControl({ shell, sink, hooks, openAfter, verbatim })
  const backendRun: BackendRun = {
    params,
    history,
    response: shell,
    principal,
    requestId,
    requestHeaders: passableHeaders(context.requestHeaders ?? new Headers()),
    responseHeaders: context.responseHeaders ?? new Headers(),
    previousState: context.previousState,
    remember: context.remember ?? (async () => undefined),
    signal: abort.signal,
    writer: createResponseWriter(control.output),
    started: () => {
      if (openAfter !== undefined) control.open()
    },
  }

  let drive: Drive | undefined
  const trace = hooks.start()
  if (trace !== undefined) setTrace(backendRun.requestHeaders, trace)
  if (queued) control.queue()

  return {
    started: control.settlement.started,
    result: control.settlement.result,
    keepalive: control.keepalive,
    response: control.response,
    open: control.open,
    begin() {
      if (control.settlement.over) return
      drive = driveBackend(backend, backendRun, { accept: control.accept, room: () => sink.room() })
      drive.ended.then(control.truncate, control.fail)
    },
    stop(why, outcome) {
      if (control.settlement.over) return
      control.stop(why, outcome)
      abort.abort(why)
      drive?.stop()
    },
  }
}
