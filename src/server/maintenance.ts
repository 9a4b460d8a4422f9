import { MillraceError } from '../errors/millrace-error.js'
import type { Core } from './core.js'
import { recover } from './stored/recover.js'
import { lostRun } from './stored/lost-run.js'

/** What a store needs from time to time. */
export interface Maintenance {
  /** A second time does nothing. */
  start(): void
  stop(): void
}

/** In ms. */
const expireInterval = 60_000

/** Of three signs of life one may be late, and one may be lost. */
const signsPerLease = 3

/**
 * Removes what has outlived its retention. When other processes share the store, it also tells them
 * that this one is alive, and takes over what they have left behind when they died.
 */
export function createMaintenance(core: Core): Maintenance {
  const timers: ReturnType<typeof setInterval>[] = []

  function every(interval: number, work: () => Promise<unknown>): void {
    // What fails now is tried again the next time.
    const timer = setInterval(() => void work().catch(() => undefined), interval)
    timer.unref()
    timers.push(timer)
  }

  async function showLife(lease: number): Promise<void> {
    const stored = core.live.all().filter(({ epoch }) => epoch !== undefined)
    await Promise.allSettled(
      stored.map(async ({ id, epoch = 0, run }) => {
        try {
          await core.store.records.update(id, epoch, { lease })
        } catch (error) {
          // Cancelled or deleted by another process. Anything else may be over the next time.
          if (MillraceError.isInstance(error)) run.stop(lostRun(error), { status: 'cancelled' })
        }
      }),
    )
  }

  return {
    start() {
      if (timers.length > 0) return
      every(expireInterval, () => core.store.expire())
      const { lease } = core
      if (lease === undefined) return
      void recover(core).catch(() => undefined)
      every(lease / signsPerLease, async () => {
        await showLife(lease)
        await recover(core)
      })
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
    },
  }
}
