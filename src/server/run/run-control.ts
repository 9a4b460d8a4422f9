import type { WireResponse } from '../../events/response.js'
import type { BackendEvent } from '../backend.js'
import { failureOf } from '../failure.js'
import type { RunHooks } from '../hooks.js'
import { HTTPError } from '../http-error.js'
import type { ResponseShell } from '../response-shell.js'
import { errorOf, isLifecycle } from './backend-lifecycle.js'
import type { EventSink } from './event-sink.js'
import { createLedger } from './ledger.js'
import { createResponseLog } from './response-log.js'
import { logOutput } from './log-output.js'
import type { RunOutput } from './run-output.js'
import { createSettlement, type Settlement } from './settlement.js'
import { failedBy, type Outcome } from './terminal-response.js'

/** What a control is made of; see `RunOptions`. */
export interface RunControlOptions {
  shell: ResponseShell
  sink: EventSink
  hooks: RunHooks
  openAfter: number | undefined
  verbatim: boolean
}

/** Everything that can happen to a run, each of which leaves it in order. Nothing happens once it is over. */
export interface RunControl {
  readonly settlement: Settlement
  readonly output: RunOutput
  /** The response as it stands; undefined before it has begun. */
  response(): WireResponse | undefined
  queue(): void
  open(): void
  /** False when the run is over. */
  accept(event: BackendEvent): boolean
  /** The backend threw. */
  fail(thrown: unknown): void
  /** The backend has ended; unless it ended the response first, that was too early. */
  truncate(): void
  stop(why: HTTPError, outcome: Outcome): void
  keepalive(): boolean
}

export function createRunControl({ shell, sink, hooks, openAfter, verbatim }: RunControlOptions): RunControl {
  const ledger = createLedger(sink, hooks.diagnostic)
  const log = createResponseLog(ledger, shell, verbatim)
  const settlement = createSettlement(hooks, () => {
    clearTimeout(timer)
    sink.end()
  })
  const output = logOutput(log, { sink, accept, settle })
  const timer = openAfter === undefined ? undefined : setTimeout(open, openAfter)
  let hasOutput = false

  function settle(error?: unknown): void {
    if (settlement.over || !log.opened) return
    if (log.ended === undefined) settlement.begin()
    else settlement.end(log.ended, error)
  }

  function open(): void {
    if (settlement.over) return
    log.open()
    settle()
  }

  function accept(event: BackendEvent): boolean {
    if (settlement.over) return false
    const error = verbatim ? undefined : errorOf(event)
    if (error !== undefined) throw new HTTPError({ status: 500, ...error })
    if (!hasOutput && !isLifecycle(event)) {
      hasOutput = true
      hooks.firstOutput()
    }
    log.accept(event)
    settle()
    return true
  }

  function end(why: unknown, finish: () => void): void {
    if (settlement.over) return
    if (!log.opened) return settlement.refuse(why)
    finish()
    settle(why)
  }

  return {
    settlement,
    output,
    response: () => log.ended ?? ledger.response(),
    queue() {
      log.queue()
      settle()
    },
    open,
    accept,
    fail: (thrown) =>
      end(thrown, () => {
        const { error } = failureOf(thrown)
        log.end({ outcome: failedBy(error), error })
      }),
    truncate: () => end(new HTTPError(truncated), () => log.end({ outcome: failedBy(truncated) })),
    stop: (why, outcome) => end(why, () => log.end({ outcome })),
    keepalive() {
      if (settlement.over || !log.opened || verbatim) return false
      log.keepalive()
      return true
    },
  }
}

const truncated = {
  status: 500,
  message: 'The model stopped without saying that it was finished.',
  code: 'upstream_truncated',
}
