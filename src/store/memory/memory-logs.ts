import { checkAppend, checkEvents, checkOpen, checkPatch } from '../checks.js'
import type { EventLogs } from '../event-logs.js'
import { followLog } from '../follow-log.js'
import { abandonedAfter } from '../resolve-options.js'
import { storeError } from '../store-error.js'
import type { StoreOptions } from '../store.js'
import type { WakeUps } from '../wake-ups.js'
import { createMemoryLog, type MemoryLog } from './memory-log.js'
import type { RecordTable } from './record-table.js'

export interface MemoryLogs extends EventLogs {
  /** Opens the log of a new response, without a check. */
  add(id: string, epoch: number): void
  get(id: string): MemoryLog | undefined
  delete(id: string): boolean
  /** Removes the logs that nobody needs any more, and says how many. */
  expire(): number
}

export function createMemoryLogs(
  options: Required<StoreOptions>,
  records: RecordTable,
  wakeUps: WakeUps,
): MemoryLogs {
  const logs = new Map<string, MemoryLog>()

  const read: EventLogs['read'] = async (id, after, readOptions = {}) => {
    const log = logs.get(id)
    if (log === undefined) throw storeError('log_missing', { id })
    return log.read(id, after, readOptions)
  }

  function add(id: string, epoch: number): void {
    logs.set(id, createMemoryLog(epoch, options, options.now()))
  }

  function remove(id: string): boolean {
    const removed = logs.delete(id)
    wakeUps.ring(id)
    return removed
  }

  return {
    add,
    read,
    get: (id) => logs.get(id),
    delete: remove,
    async open(id, epoch) {
      checkOpen(id, logs.get(id), records.get(id), epoch)
      add(id, epoch)
    },
    async append(id, epoch, first, events, { terminal = false, record } = {}) {
      checkEvents(events, terminal)
      const log = logs.get(id)
      checkAppend(id, log, epoch, first)
      if (record) {
        checkPatch(id, records.get(id), epoch, record)
        records.patch(id, record)
      }
      log.append(events, terminal, options.now())
      wakeUps.ring(id)
    },
    follow: (id, after, followOptions) => followLog({ read, wakeUps }, id, after, followOptions),
    expire() {
      const now = options.now()
      const due = [...logs].filter(([id, log]) => log.touchedAt + retentionOf(id, log) <= now)
      for (const [id] of due) remove(id)
      return due.length
    },
  }

  function retentionOf(id: string, log: MemoryLog): number {
    if (log.closed) return options.logRetention
    return records.get(id) === undefined ? abandonedAfter : Infinity
  }
}
