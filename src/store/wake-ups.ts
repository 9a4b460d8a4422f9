import type { LogSlice } from './event-logs.js'

/**
 * Tells one sleeper that something may have changed. A ring between `reset` and `wait` is kept, so that
 * the order "reset, look, wait" misses nothing.
 */
export interface WakeUp {
  reset(): void
  /** Resolves at once if it has rung since `reset`. */
  wait(): Promise<void>
  ring(): void
}

export function createWakeUp(): WakeUp {
  let rung = false
  let wake: (() => void) | undefined
  return {
    reset: () => void (rung = false),
    wait: () =>
      new Promise((resolve) => {
        if (rung) resolve()
        else wake = resolve
      }),
    ring() {
      rung = true
      wake?.()
      wake = undefined
    },
  }
}

/** Who sleeps over which log, and what has just happened to it. */
export interface WakeUps {
  add(id: string, wakeUp: WakeUp): void
  remove(id: string, wakeUp: WakeUp): void
  /** With `news`, what was just appended: see `newsOf`. */
  ring(id: string, news?: LogSlice): void
  ringAll(): void
  /** What the last ring brought, so that all who were woken by it need not fetch the same. Kept only while somebody follows the log. */
  newsOf(id: string): LogSlice | undefined
  /** Wakes everybody for the last time. */
  close(): void
  readonly closed: boolean
}

export interface WakeUpsOptions {
  /** Somebody follows a log now. */
  onFirst?: () => void
  /** Nobody does any more. */
  onLast?: () => void
}

interface Followers {
  sleepers: Set<WakeUp>
  news: LogSlice | undefined
}

export function createWakeUps({ onFirst, onLast }: WakeUpsOptions = {}): WakeUps {
  const logs = new Map<string, Followers>()
  let closed = false

  function ring(id: string, news?: LogSlice): void {
    const followers = logs.get(id)
    if (followers === undefined) return
    followers.news = news
    for (const sleeper of followers.sleepers) sleeper.ring()
  }

  function ringAll(): void {
    for (const id of logs.keys()) ring(id)
  }

  return {
    ring,
    ringAll,
    add(id, wakeUp) {
      if (logs.size === 0) onFirst?.()
      const followers = logs.get(id) ?? { sleepers: new Set(), news: undefined }
      followers.sleepers.add(wakeUp)
      logs.set(id, followers)
    },
    remove(id, wakeUp) {
      const followers = logs.get(id)
      followers?.sleepers.delete(wakeUp)
      if (followers?.sleepers.size === 0) logs.delete(id)
      if (logs.size === 0) onLast?.()
    },
    newsOf: (id) => logs.get(id)?.news,
    close() {
      closed = true
      ringAll()
    },
    get closed() {
      return closed
    },
  }
}
