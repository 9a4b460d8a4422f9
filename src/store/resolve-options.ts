import type { StoreOptions } from './store.js'

const minute = 60_000
const day = 24 * 60 * minute

/** The options as an implementation uses them: no bound is Infinity. */
export function resolveStoreOptions(options: StoreOptions): Required<StoreOptions> {
  return {
    recordRetention: options.recordRetention ?? 30 * day,
    logRetention: options.logRetention ?? 10 * minute,
    keyRetention: options.keyRetention ?? day,
    maxLogEvents: bound(options.maxLogEvents ?? 100_000),
    maxLogBytes: bound(options.maxLogBytes ?? 64 * 1024 * 1024),
    now: options.now ?? Date.now,
  }
}

function bound(limit: number): number {
  return limit === 0 ? Infinity : limit
}

/** In ms: how long a log that was never closed, and whose response is not stored, is kept after its last event. */
export const abandonedAfter = day
