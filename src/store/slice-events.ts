import type { LogSlice, ReadOptions } from './event-logs.js'

/** The events from index `start` on that a read with these options returns. */
export function takeEvents(events: readonly Uint8Array[], start: number, options: ReadOptions): Uint8Array[] {
  const { limit, maxBytes } = readLimits(options)
  const most = Math.min(events.length, start + limit)
  let end = start
  let size = 0
  for (; end < most; end += 1) {
    size += events[end]?.byteLength ?? 0
    if (size > maxBytes && end > start) break
  }
  return events.slice(start, end)
}

export function readLimits({ limit = 256, maxBytes = 1024 * 1024 }: ReadOptions): Required<ReadOptions> {
  return { limit, maxBytes }
}

/** What a later cursor gets of a slice; undefined when it does not begin in it. */
export function sliceAfter(
  slice: LogSlice | undefined,
  after: number,
  options: ReadOptions,
): LogSlice | undefined {
  if (slice === undefined) return undefined
  const start = after + 1 - slice.first
  if (start < 0 || start >= slice.events.length) return undefined
  return { ...slice, first: after + 1, events: takeEvents(slice.events, start, options) }
}
