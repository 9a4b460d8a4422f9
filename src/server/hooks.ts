import type { ResponseCreateParams } from '../events/params.js'
import type { WireResponse } from '../events/response.js'
import type { ResponseUsage } from '../events/usage.js'
import type { Diagnostic } from '../snapshot/diagnostics.js'
import { isExplained } from './failure.js'
import type { TraceContext } from './trace-context.js'

/** Which run it is. */
export interface RunInfo {
  responseId: string
  requestId: string
  owner: string
  params: ResponseCreateParams
  /** The trace that the client's request belongs to, by its `traceparent` header. */
  trace?: TraceContext
}

/** How a run ended. */
export interface RunEndInfo extends RunInfo {
  /** As in the terminal event. Absent when the run was refused before it had begun. */
  response?: WireResponse
  /** Undefined when the backend told none. Every run ends once, so nothing is counted twice. */
  usage: ResponseUsage | undefined
  /** Why the run ended, when its backend did not end it: what it threw, or why it was stopped. */
  error?: unknown
  /** In ms since the start of the run. */
  elapsed: number
}

/** For logs, metrics and billing. They are called synchronously; what they throw is ignored. */
export interface ServerHooks {
  onRunStart?(info: RunInfo): void
  /** Asked after `onRunStart`: the trace that the backend passes on in place of the client's own, such as that of a span that has begun. */
  outgoingTrace?(info: RunInfo): TraceContext | undefined
  /** The first event that is not a lifecycle event. `elapsed` in ms since the start of the run. */
  onFirstOutput?(info: RunInfo & { elapsed: number }): void
  /**
   * What a backend threw and the client is not told, for it may hold paths, addresses or keys. Without this hook
   * it goes to the console, lest nobody ever know.
   */
  onError?(info: RunInfo & { error: unknown }): void
  /** Exactly once for every run that was started, however it ended. */
  onRunEnd?(info: RunEndInfo): void
  /** Somebody comes back to the stream of a background run, for the events after `startingAfter` (-1: all). */
  onReconnect?(info: { responseId: string; requestId: string; owner: string; startingAfter: number }): void
  /** The backend's events broke a rule of the protocol; for writers, never. */
  onDiagnostic?(info: RunInfo & { diagnostic: Diagnostic }): void
}

/** The hooks of one run. */
export interface RunHooks {
  /** Returns the trace to pass on, if it is not the client's own. */
  start(): TraceContext | undefined
  firstOutput(): void
  end(result: Pick<RunEndInfo, 'response' | 'error'>): void
  diagnostic(diagnostic: Diagnostic): void
}

export function runHooks(hooks: ServerHooks, info: RunInfo): RunHooks {
  const startedAt = performance.now()
  const elapsed = (): number => performance.now() - startedAt
  return {
    start() {
      quietly(() => hooks.onRunStart?.(info))
      return quietly(() => hooks.outgoingTrace?.(info))
    },
    firstOutput: () => quietly(() => hooks.onFirstOutput?.({ ...info, elapsed: elapsed() })),
    end(result) {
      const { error } = result
      if (error !== undefined && !isExplained(error))
        quietly(() => (hooks.onError ?? report)({ ...info, error }))
      quietly(() =>
        hooks.onRunEnd?.({
          ...info,
          ...result,
          usage: result.response?.usage ?? undefined,
          elapsed: elapsed(),
        }),
      )
    },
    diagnostic: (diagnostic) => quietly(() => hooks.onDiagnostic?.({ ...info, diagnostic })),
  }
}

function report({ responseId, requestId, error }: RunInfo & { error: unknown }): void {
  // oxlint-disable-next-line no-console -- see `onError`
  console.error(`millrace: the backend threw (response ${responseId}, request ${requestId}).`, error)
}

/** A broken hook must not break the answer to a client. */
export function quietly<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    // Whoever wrote the hook knows best where to report it.
    return undefined
  }
}

/** Several sets of hooks as one. Each is called, whatever the others do; of several traces the last one counts. */
export function combineHooks(...all: readonly ServerHooks[]): ServerHooks {
  const each = (call: (hooks: ServerHooks) => void): void => {
    for (const hooks of all) quietly(() => call(hooks))
  }
  return {
    onRunStart: (info) => each((hooks) => hooks.onRunStart?.(info)),
    outgoingTrace: (info) =>
      all.reduce<TraceContext | undefined>(
        (last, hooks) => quietly(() => hooks.outgoingTrace?.(info)) ?? last,
        undefined,
      ),
    onFirstOutput: (info) => each((hooks) => hooks.onFirstOutput?.(info)),
    ...(all.some(({ onError }) => onError !== undefined) && {
      onError: (info) => each((hooks) => hooks.onError?.(info)),
    }),
    onRunEnd: (info) => each((hooks) => hooks.onRunEnd?.(info)),
    onReconnect: (info) => each((hooks) => hooks.onReconnect?.(info)),
    onDiagnostic: (info) => each((hooks) => hooks.onDiagnostic?.(info)),
  }
}
