import type { FollowOptions, LogSlice, ReadOptions } from './event-logs.js'
import { createWakeUp, type WakeUps } from './wake-ups.js'

export interface FollowSource {
  read(id: string, after: number, options: ReadOptions): Promise<LogSlice>
  wakeUps: WakeUps
}

/** `EventLogs.follow` for any store that can read and wake: read; if there is nothing, sleep; read again. */
export function followLog(
  source: FollowSource,
  id: string,
  after: number,
  options: FollowOptions = {},
): AsyncIterableIterator<LogSlice, void> {
  const { signal, ...readOptions } = options
  const { wakeUps } = source
  const wakeUp = createWakeUp()
  let ended = false

  function end(): void {
    ended = true
    wakeUp.ring()
  }

  async function* slices(): AsyncGenerator<LogSlice, void> {
    if (ended || signal?.aborted) return
    signal?.addEventListener('abort', end)
    wakeUps.add(id, wakeUp)
    try {
      let cursor = after
      while (!ended && !wakeUps.closed) {
        wakeUp.reset()
        const slice = await source.read(id, cursor, readOptions)
        if (ended) return
        if (slice.events.length > 0) {
          cursor = slice.first + slice.events.length - 1
          yield slice
        }
        if (cursor < slice.next - 1) continue
        if (slice.closed) return
        await wakeUp.wait()
      }
    } finally {
      wakeUps.remove(id, wakeUp)
      signal?.removeEventListener('abort', end)
    }
  }

  const iterator = slices()
  return {
    next: () => iterator.next(),
    // A generator that waits takes no `return`, so it is woken first.
    return: () => {
      end()
      return iterator.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
