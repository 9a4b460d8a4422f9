import { APIConnectionTimeoutError } from '../errors/connection-error.js'
import { defaultTimeouts, type TimeoutOptions } from '../stream/watchdog.js'
import { type Clock, noClock } from './abort.js'

export type Timeout = number | TimeoutOptions

const names = ['connect', 'firstEvent', 'idle', 'progress', 'total'] as const

/** The request's setting over the client's, clock by clock. */
export function mergeTimeouts(client: Timeout | undefined, request: Timeout | undefined): Timeout {
  if (request === undefined) return client ?? {}
  if (typeof request === 'number') return request
  const merged: TimeoutOptions = typeof client === 'number' ? { connect: client } : { ...client }
  for (const name of names) merged[name] = request[name] ?? merged[name]
  return merged
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
  /** The stream has clocks of its own from the headers on. */
  stream: boolean
  /** The server computes the answer before it sends its headers. */
  slow: boolean
}

export function startClocks(timeout: Timeout, { stream, slow }: ClockedCall): Clocks {
  const plain = typeof timeout === 'number'
  const limits = plain ? {} : timeout
  const connect = plain ? timeout : limits.connect
  const firstEvent = limits.firstEvent ?? defaultTimeouts.firstEvent
  const total = stream ? 0 : (limits.total ?? defaultTimeouts.total)
  const startedAt = Date.now()
  let attemptedAt = startedAt

  function within(clock: Clock): Clock {
    const left = total - (Date.now() - startedAt)
    if (total === 0 || (clock.limit > 0 && clock.limit <= left)) return clock
    return {
      limit: Math.max(1, left),
      expired: () => expired('The call was not finished', total, 'timeout.total', false),
    }
  }

  return {
    headers() {
      attemptedAt = Date.now()
      const name = plain ? 'timeout' : 'timeout.connect'
      const limit = connect ?? (slow && !stream ? firstEvent : defaultTimeouts.connect)
      return within({ limit, expired: () => expired('No response headers arrived', limit, name, true) })
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
