import { StreamIdleError, type StreamTimer } from '../errors/stream-error.js'
import { longestDelay } from './pause.js'

/**
 * How long to wait, each in ms; 0 turns that clock off.
 *
 * - `connect`: from sending the request to its response headers. Default 120,000.
 * - `firstEvent`: from the headers to the first event that is not a keepalive. Default 600,000.
 * - `idle`: silence, not one byte. Default 120,000.
 * - `progress`: keepalives only, no other event. Default off.
 * - `total`: the whole stream. Default off.
 *
 * Except for `total`, a clock runs only while the stream waits for bytes: a reader that takes its
 * time is never a timeout.
 */
export interface TimeoutOptions {
  connect?: number | undefined
  firstEvent?: number | undefined
  idle?: number | undefined
  progress?: number | undefined
  total?: number | undefined
}

export const defaultTimeouts: Required<{ [K in keyof TimeoutOptions]: number }> = {
  connect: 120_000,
  firstEvent: 600_000,
  idle: 120_000,
  progress: 0,
  total: 0,
}

type WatchedTimer = Exclude<StreamTimer, 'http-client'>

const meanings: Record<WatchedTimer, string> = {
  firstEvent: 'No event arrived within',
  idle: 'Not a byte arrived for',
  progress: 'Nothing but keepalives arrived for',
  total: 'The stream was not finished after',
}

type WaitingTimer = Exclude<WatchedTimer, 'total'>

export interface Watchdog {
  /** The stream begins to wait for bytes. */
  wait(): void
  /** The wait is over: bytes came, or the end did. */
  rest(): void
  /** An event other than a keepalive arrived. Cheap enough to call for each. */
  progressed(): void
  stop(): void
}

/** Watches the clocks of one connection, of a stream that began at `startedAt`. */
export function createWatchdog(
  timeouts: TimeoutOptions,
  startedAt: number,
  expired: (error: StreamIdleError) => void,
): Watchdog {
  const limits = { ...defaultTimeouts, ...withoutUndefined(timeouts) }
  const whole = (timer: WaitingTimer): number => limits[timer] || Infinity
  /** What each clock had left when the stream began to wait. */
  const left = { idle: whole('idle'), firstEvent: whole('firstEvent'), progress: whole('progress') }
  let waitingSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const ofTotal =
    limits.total > 0
      ? setTimeout(() => expire('total'), Math.min(startedAt + limits.total - Date.now(), longestDelay))
      : undefined

  function arm(): void {
    const { idle, firstEvent, progress } = left
    const least = Math.min(idle, firstEvent, progress)
    if (least === Infinity) return
    const name = least === idle ? 'idle' : least === firstEvent ? 'firstEvent' : 'progress'
    // The clock may have been renewed meanwhile, or be longer than a timer can be.
    const check = (): void => (left[name] > waited() ? arm() : expire(name))
    timer = setTimeout(check, Math.min(least - waited(), longestDelay))
  }

  function waited(): number {
    return Date.now() - waitingSince
  }

  function expire(name: WatchedTimer): void {
    stop()
    expired(idleError(name, limits[name]))
  }

  function stop(): void {
    clearTimeout(timer)
    clearTimeout(ofTotal)
  }

  return {
    wait() {
      waitingSince = Date.now()
      left.idle = whole('idle')
      arm()
    },
    rest() {
      clearTimeout(timer)
      left.firstEvent -= waited()
      left.progress -= waited()
    },
    progressed() {
      left.firstEvent = Infinity
      left.progress = whole('progress')
    },
    stop,
  }
}

function idleError(timer: WatchedTimer, limit: number): StreamIdleError {
  const message = `${meanings[timer]} ${limit} ms (timeout.${timer}). Raise timeout.${timer}, or set it to 0 to wait without a limit.`
  return new StreamIdleError(timer, message)
}

/** What is `undefined` says nothing, and must not hide what somebody else said. */
export function withoutUndefined(timeouts: TimeoutOptions): TimeoutOptions {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined))
}

/** A plain number is the time to the response headers, as in the official SDK. */
export function timeoutOptions(timeout: number | TimeoutOptions | undefined): TimeoutOptions {
  return typeof timeout === 'number' ? { connect: timeout } : (timeout ?? {})
}
