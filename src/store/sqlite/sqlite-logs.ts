import { checkAppend, checkEvents, checkOpen, checkPatch, checkRead } from '../checks.js'
import type { AppendOptions, EventLogs, LogSlice, ReadOptions } from '../event-logs.js'
import { followLog } from '../follow-log.js'
import { patchedText } from '../record-text.js'
import type { RecordPatch } from '../response-record.js'
import { readLimits, sliceAfter } from '../slice-events.js'
import { storeError } from '../store-error.js'
import type { StoreOptions } from '../store.js'
import type { WakeUps } from '../wake-ups.js'
import type { LogRow, LogRows } from './log-rows.js'
import type { RecordRows } from './record-rows.js'
import type { Transactions } from './transactions.js'

export interface SQLiteLogsParts {
  options: Required<StoreOptions>
  transactions: Transactions
  logs: LogRows
  records: RecordRows
  wakeUps: WakeUps
}

export function createSQLiteLogs({
  options,
  transactions,
  logs,
  records,
  wakeUps,
}: SQLiteLogsParts): EventLogs {
  function appendNow(
    id: string,
    epoch: number,
    first: number,
    events: readonly Uint8Array[],
    { terminal = false, record }: AppendOptions,
  ): LogSlice {
    const log = logs.find(id)
    checkAppend(id, log, epoch, first)
    if (record) patchRecord(id, epoch, record)
    for (const event of events) {
      logs.addEvent(log, log.next, event)
      log.next += 1
      log.bytes += event.byteLength
    }
    log.closed = terminal
    dropOldest(log)
    logs.update(log, options.now())
    return { first, events, retainedFrom: log.retainedFrom, next: log.next, closed: log.closed }
  }

  function patchRecord(id: string, epoch: number, patch: RecordPatch): void {
    checkPatch(id, records.state(id), epoch, patch)
    records.change(id, patchedText(patch, options.now()))
  }

  function dropOldest(log: LogRow): void {
    const before = log.retainedFrom
    while (
      log.next - log.retainedFrom > 1 &&
      (log.next - log.retainedFrom > options.maxLogEvents || log.bytes > options.maxLogBytes)
    ) {
      const [size] = logs.sizes(log, log.retainedFrom, 1)
      log.bytes -= size ?? 0
      log.retainedFrom += 1
    }
    if (log.retainedFrom > before) logs.deleteBefore(log, log.retainedFrom)
  }

  function slice(id: string, after: number, readOptions: ReadOptions): LogSlice {
    const { limit, maxBytes } = readLimits(readOptions)
    const log = logs.find(id)
    if (log === undefined) throw storeError('log_missing', { id })
    checkRead(id, log, after)
    const first = after + 1
    const isThere = limit > 0 && first < log.next
    const events = isThere ? logs.events(log, first, fitting(log, first, limit, maxBytes)) : []
    return { first, events, retainedFrom: log.retainedFrom, next: log.next, closed: log.closed }
  }

  /** How many events come to no more than `maxBytes`; one at least. Most logs are smaller as a whole. */
  function fitting(log: LogRow, first: number, limit: number, maxBytes: number): number {
    if (log.bytes <= maxBytes) return limit
    let left = maxBytes
    const fit = logs.sizes(log, first, limit).findIndex((size) => (left -= size) < 0)
    return fit === -1 ? limit : Math.max(1, fit)
  }

  const read: EventLogs['read'] = async (id, after, readOptions = {}) =>
    transactions.read(() => slice(id, after, readOptions))

  /** Live, a hundred readers want the same events, which were in memory a moment ago. */
  const readNews: EventLogs['read'] = async (id, after, readOptions = {}) =>
    sliceAfter(wakeUps.newsOf(id), after, readOptions) ?? read(id, after, readOptions)

  return {
    read,
    async open(id, epoch) {
      transactions.write(() => {
        checkOpen(id, logs.find(id), records.state(id), epoch)
        logs.insert(id, epoch, options.now())
      })
    },
    async append(id, epoch, first, events, appendOptions = {}) {
      checkEvents(events, appendOptions.terminal ?? false)
      const appended = transactions.write(() => appendNow(id, epoch, first, events, appendOptions))
      wakeUps.ring(id, appended)
    },
    follow: (id, after, followOptions) => followLog({ read: readNews, wakeUps }, id, after, followOptions),
  }
}
