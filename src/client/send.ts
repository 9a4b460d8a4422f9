import { MillraceError } from '../errors/millrace-error.js'
import { backoff } from '../stream/backoff.js'
import { pause } from '../stream/pause.js'
import { guarded, noClock } from './abort.js'
import type { PreparedCall } from './call.js'
import { createHookRunner, type HookRunner } from './hook-runner.js'
import { httpError } from './http-error.js'
import { learnFrom, type ServerKnowledge, unknownOutcome } from './idempotency.js'
import type { CallDefaults, RequestInfo, RequestOptions } from './options.js'
import { longestRetryAfter, shouldRetry } from './retry.js'
import { type Clocks, mergeTimeouts, startClocks } from './timeout.js'
import type { Redact } from '../errors/redact-headers.js'
import type { FetchResponse, Transport } from './transport.js'

/** A client, as its methods see it. */
export interface Session extends CallDefaults {
  transport: Transport
  server: ServerKnowledge
}

/** Reads a body; what of it gets into an error goes through `redact` first. */
export type ReadBody<T> = (response: FetchResponse, redact: Redact) => Promise<T>

/** A 2xx answer whose body has not been read. */
export interface Exchange {
  response: FetchResponse
  /** The caller's; since the headers it is linked to nothing. */
  signal: AbortSignal | undefined
  abort(reason: unknown): void
  /** Reads the body under the caller's signal and the clock of the body. */
  read<T>(work: ReadBody<T>): Promise<T>
}

/**
 * Sends a call until there is a 2xx answer or another attempt makes no sense. At most one listener
 * hangs on `signal` at any time, none afterwards.
 */
export async function send(session: Session, call: PreparedCall, options: RequestOptions): Promise<Exchange> {
  const clocks = startClocks(mergeTimeouts(session.timeout, options.timeout), call)
  const hooks = createHookRunner()
  const retries = retryLimit(options.maxRetries ?? session.maxRetries ?? 2)
  for (let retry = 0; ; retry++) {
    try {
      return await attempt(session, call, options, { clocks, hooks, number: retry + 1 })
    } catch (error) {
      // Not ours: thrown by a hook, or by parameters that cannot be serialised.
      if (hooks.failed || !MillraceError.isInstance(error)) throw error
      const doubt = unknownOutcome(error, call, session.server)
      if (doubt !== undefined) throw doubt
      const delay = backoff(error, retry)
      const again = retry < retries && shouldRetry(error) && delay <= longestRetryAfter
      if (!again) throw withHistory(error, retry, retries, delay)
      const info = { ...describe(session, call, retry + 1), error, delay }
      hooks.run(() => session.hooks?.onRetry?.(info))
      const controller = new AbortController()
      await guarded({ controller, signal: options.signal, clock: clocks.pause() }, () =>
        pause(delay, controller.signal),
      )
    }
  }
}

async function attempt(
  session: Session,
  call: PreparedCall,
  options: RequestOptions,
  { clocks, hooks, number }: { clocks: Clocks; hooks: HookRunner; number: number },
): Promise<Exchange> {
  const { transport } = session
  const { signal } = options
  const controller = new AbortController()
  const info = describe(session, call, number)
  const clock = clocks.headers()

  const response = await guarded({ controller, signal, clock }, async () => {
    hooks.run(() => session.hooks?.onRequest?.(info))
    const startedAt = Date.now()
    const answer = await transport.send(call.request, { signal: controller.signal, limit: clock.limit })
    if (controller.signal.aborted) return discard(answer)
    learnFrom(answer, call, session.server)
    const requestID = answer.headers.get('x-request-id')
    const heard = { ...info, status: answer.status, requestID, elapsed: Date.now() - startedAt }
    try {
      hooks.run(() => session.hooks?.onResponse?.(heard))
    } catch (error) {
      discard(answer)
      throw error
    }
    return answer
  })
  if (!response.ok) {
    const explained = (): Promise<MillraceError> => httpError(response, info.url, transport.redact)
    throw await guarded({ controller, signal, clock: noClock }, explained)
  }

  const abort = (reason: unknown): void => controller.abort(reason)
  const read: Exchange['read'] = (work) =>
    guarded({ controller, signal, clock: clocks.body() }, () => work(response, transport.redact))
  return { response, signal, abort, read }
}

function describe(session: Session, { request }: PreparedCall, attemptNumber: number): RequestInfo {
  return { method: request.method, url: session.transport.describe(request), attempt: attemptNumber }
}

/** An answer nobody will read: the attempt was given up, by a fetch that pays no attention to its signal or by a hook. */
function discard(answer: FetchResponse): FetchResponse {
  void answer.body?.cancel().catch(() => {})
  return answer
}

/** Tells on the last error what was tried before it, and why nothing more is. */
function withHistory(error: MillraceError, retry: number, retries: number, delay: number): MillraceError {
  if (retry > 0) error.message += ` (after ${retry + 1} attempts)`
  if (retry < retries && shouldRetry(error)) {
    error.message += ` The server asks to wait ${Math.ceil(delay / 1000)} s, longer than the ${longestRetryAfter / 1000} s a retry may wait.`
  }
  return error
}

function retryLimit(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries
  throw new MillraceError('invalid_argument', `maxRetries must be a whole number from 0, not ${maxRetries}.`)
}
