import { APIConnectionTimeoutError } from '../errors/connection-error.js'
import { defaultTimeouts, type TimeoutOptions, timeoutOptions, withoutUndefined } from '../stream/watchdog.js'
import { type Clock, noClock } from './abort.js'

export type Timeout = number | TimeoutOptions

/** The request's setting over the client's, clock by clock. */
export function mergeTimeouts(client: Timeout | undefined, request: Timeout | undefined): Timeout {
  if (request === undefined) return client ?? {}
  if (typeof request === 'number') return request
  return { ...timeoutOptions(client), ...withoutUndefined(request) }
}

/** The clocks of one call, from now on. Each is asked for when its phase begins. */
export interface Clocks {
  /** Of one attempt, to its response headers. */
  headers(): Clock
  /** From the headers to the end of the body, of a call that does not stream. */
  body(): Clock
  /** Between two attempts. */
  pause(): Clock
}

export interface ClockedCall {
  /** The stream has clocks of its own from the headers on; up to them `total` is ours to watch. */
  stream: boolean
  /** The server computes the answer before it sends its headers. */
  slow: boolean
  /** `total` counts from here, as `Date.now()` gives it: of a later request of a stream, when the stream began. Default: now. */
  startedAt?: number | undefined
}

export function startClocks(timeout: Timeout, { stream, slow, startedAt = Date.now() }: ClockedCall): Clocks {
  const plain = typeof timeout === 'number'
  const { firstEvent = defaultTimeouts.firstEvent, total = 0, ...limits } = timeoutOptions(timeout)
  const { connect = slow && !stream ? firstEvent : defaultTimeouts.connect } = limits
  const what = stream ? 'The stream was not finished' : 'The call was not finished'
  let attemptedAt = startedAt

  function within(clock: Clock): Clock {
    const left = total - (Date.now() - startedAt)
    if (total === 0 || (clock.limit > 0 && clock.limit <= left)) return clock
    return {
      limit: Math.max(1, left),
      expired: () => expired(what, total, 'timeout.total', false),
    }
  }

  return {
    headers() {
      attemptedAt = Date.now()
      const name = plain ? 'timeout' : 'timeout.connect'
      return within({
        limit: connect,
        expired: () => expired('No response headers arrived', connect, name, true),
      })
    },
    body() {
      if (!plain) return within(bodyClock(firstEvent, firstEvent, 'timeout.firstEvent'))
      const left = timeout === 0 ? 0 : Math.max(1, timeout - (Date.now() - attemptedAt))
      return bodyClock(left, timeout, 'timeout')
    },
    pause: () => within(noClock),
  }
}

function bodyClock(limit: number, named: number, name: string): Clock {
  return { limit, expired: () => expired('The body was not complete', named, name, false) }
}

function expired(what: string, limit: number, name: string, retryable: boolean): APIConnectionTimeoutError {
  return new APIConnectionTimeoutError(
    `${what} within ${limit} ms (${name}). Raise ${name}, or set it to 0 to wait without a limit.`,
    { retryable },
  )
}
