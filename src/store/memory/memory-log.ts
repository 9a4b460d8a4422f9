import { checkRead, type LogState } from '../checks.js'
import type { LogSlice, ReadOptions } from '../event-logs.js'
import { takeEvents } from '../slice-events.js'

/** One log. Its events are in one array, so that an offset is an index. */
export interface MemoryLog extends LogState {
  /** When it was closed, or else last written to. In ms. */
  touchedAt: number
  append(events: readonly Uint8Array[], terminal: boolean, now: number): void
  read(id: string, after: number, options: ReadOptions): LogSlice
}

export interface LogBounds {
  maxLogEvents: number
  maxLogBytes: number
}

export function createMemoryLog(epoch: number, bounds: LogBounds, now: number): MemoryLog {
  let events: Uint8Array[] = []
  /** Events at the front that have been dropped, and are still in the array. */
  let dropped = 0
  let bytes = 0

  function dropOldest(): void {
    const oldest = events[dropped]
    if (oldest === undefined) return
    // A hole would make the array a slow one.
    events[dropped] = none
    bytes -= oldest.byteLength
    dropped += 1
    log.retainedFrom += 1
    if (dropped * 2 < events.length) return
    events = events.slice(dropped)
    dropped = 0
  }

  const log: MemoryLog = {
    epoch,
    retainedFrom: 0,
    next: 0,
    closed: false,
    touchedAt: now,
    append(added, terminal, at) {
      for (const event of added) {
        events.push(event)
        bytes += event.byteLength
      }
      log.next += added.length
      log.closed = terminal
      log.touchedAt = at
      while (
        log.next - log.retainedFrom > 1 &&
        (log.next - log.retainedFrom > bounds.maxLogEvents || bytes > bounds.maxLogBytes)
      )
        dropOldest()
    },
    read(id, after, options) {
      checkRead(id, log, after)
      const start = after + 1 - log.retainedFrom + dropped
      const found = takeEvents(events, start, options)
      return {
        first: after + 1,
        events: found,
        retainedFrom: log.retainedFrom,
        next: log.next,
        closed: log.closed,
      }
    },
  }
  return log
}

const none = new Uint8Array()
