import { StreamIdleError, type StreamTimer } from '../errors/stream-error.js'

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

export interface Watchdog {
  /** The stream begins to wait for bytes. */
  wait(): void
  /** The wait is over: bytes came, or the end did. */
  rest(): void
  /** An event other than a keepalive arrived. Cheap enough to call for each. */
  progressed(): void
  stop(): void
}

/**
 * Watches the clocks of one connection, of a stream that began at `startedAt`, with a single timer, which is moved only when it fires:
 * a chunk costs two reads of the clock, an event one assignment.
 */
export function createWatchdog(
  timeouts: TimeoutOptions,
  startedAt: number,
  expired: (error: StreamIdleError) => void,
): Watchdog {
  const limits = { ...defaultTimeouts, ...withoutUndefined(timeouts) }
  const connectedAt = Date.now()
  let firstEventFrom = connectedAt
  let progressFrom = connectedAt
  let waitingSince = connectedAt
  let restingSince: number | undefined = connectedAt
  let seenEvent = false
  let progressedSinceWait = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Infinity
  /** While waiting every deadline only moves later, so a timer set then stays early enough. */
  let timerCoversWaiting = false

  function deadlines(): [WatchedTimer, number][] {
    const all: [WatchedTimer, number][] = []
    if (limits.total > 0) all.push(['total', startedAt + limits.total])
    if (restingSince !== undefined) return all
    if (limits.idle > 0) all.push(['idle', waitingSince + limits.idle])
    if (limits.firstEvent > 0 && !seenEvent) all.push(['firstEvent', firstEventFrom + limits.firstEvent])
    if (limits.progress > 0) all.push(['progress', progressFrom + limits.progress])
    return all
  }

  function arm(): void {
    let next = Infinity
    for (const [, at] of deadlines()) next = Math.min(next, at)
    timerCoversWaiting = restingSince === undefined
    if (next >= timerAt) return
    clearTimeout(timer)
    timerAt = next
    timer = setTimeout(fire, Math.max(0, next - Date.now()))
  }

  function fire(): void {
    timerAt = Infinity
    timerCoversWaiting = false
    if (stopped) return
    const now = Date.now()
    const due = deadlines().find(([, at]) => at <= now)
    if (due === undefined) return arm()
    stopped = true
    expired(idleError(due[0], limits[due[0]]))
  }

  return {
    wait() {
      const now = Date.now()
      const rested = restingSince === undefined ? 0 : now - restingSince
      restingSince = undefined
      firstEventFrom += rested
      progressFrom = progressedSinceWait ? now : progressFrom + rested
      progressedSinceWait = false
      waitingSince = now
      if (!stopped && !timerCoversWaiting) arm()
    },
    rest() {
      restingSince = Date.now()
    },
    progressed() {
      seenEvent = true
      progressedSinceWait = true
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function idleError(timer: WatchedTimer, limit: number): StreamIdleError {
  const message = `${meanings[timer]} ${limit} ms (timeout.${timer}). Raise timeout.${timer}, or set it to 0 to wait without a limit.`
  return new StreamIdleError(timer, message)
}

function withoutUndefined(timeouts: TimeoutOptions): TimeoutOptions {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined))
}

/** A plain number is the time to the response headers, as in the official SDK. */
export function timeoutOptions(timeout: number | TimeoutOptions | undefined): TimeoutOptions {
  return typeof timeout === 'number' ? { connect: timeout } : (timeout ?? {})
}
