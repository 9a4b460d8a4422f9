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

/** A number in browsers; an object that can be told not to keep the process alive elsewhere. */
type Timer = ReturnType<typeof setTimeout> & { ref?: () => void; unref?: () => void }

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
  const idle = limits.idle || Infinity
  const progress = limits.progress || Infinity
  /** What these two have left when the stream begins to wait, in ms. */
  let firstEventLeft = limits.firstEvent || Infinity
  let progressLeft = progress
  let waitingSince: number | undefined
  let timer: Timer | undefined
  const ofTotal =
    limits.total > 0
      ? setTimeout(() => expire('total'), Math.min(startedAt + limits.total - Date.now(), longestDelay))
      : undefined

  /** No clock runs out earlier than it would have before: so a timer stays, and looks again when it fires. */
  function arm(since: number): void {
    const least = Math.min(idle, firstEventLeft, progressLeft)
    if (least === Infinity) return
    timer = setTimeout(check, Math.min(since + least - Date.now(), longestDelay)) as Timer
  }

  function check(): void {
    timer = undefined
    if (waitingSince === undefined) return
    const waited = Date.now() - waitingSince
    if (idle <= waited) expire('idle')
    else if (firstEventLeft <= waited) expire('firstEvent')
    else if (progressLeft <= waited) expire('progress')
    else arm(waitingSince)
  }

  function expire(name: WatchedTimer): void {
    stop()
    expired(idleError(name, limits[name]))
  }

  function stop(): void {
    waitingSince = undefined
    clearTimeout(timer)
    clearTimeout(ofTotal)
  }

  return {
    wait() {
      waitingSince = Date.now()
      if (timer === undefined) arm(waitingSince)
      else timer.ref?.()
    },
    rest() {
      if (waitingSince === undefined) return
      const waited = Date.now() - waitingSince
      waitingSince = undefined
      firstEventLeft -= waited
      progressLeft -= waited
      timer?.unref?.()
    },
    progressed() {
      firstEventLeft = Infinity
      progressLeft = progress
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
