import { isOver } from '../checks.js'
import { isFinalStatus } from '../final-status.js'
import { leaseEnd } from '../record-text.js'
import { resolveStoreOptions } from '../resolve-options.js'
import type { Store, StoreOptions } from '../store.js'
import { createWakeUps } from '../wake-ups.js'
import { createKeyTable } from './key-table.js'
import { createMemoryLogs } from './memory-logs.js'
import { createMemoryRecords } from './memory-records.js'
import { createRecordTable } from './record-table.js'

/** Options of `memoryStore`. */
export interface MemoryStoreOptions extends StoreOptions {
  /** Most responses; the oldest finished ones go first, with their logs. 0 means no bound. Default 10,000. */
  maxRecords?: number
}

/**
 * A store in the memory of this process: what it holds is lost with it. Right for one process whose
 * responses need not outlive it, for development and for tests.
 *
 * An event is held once, as the writer gave it, however many readers follow the log.
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const resolved = resolveStoreOptions(options)
  const { now } = resolved
  const maxRecords = options.maxRecords ?? 10_000
  const wakeUps = createWakeUps()
  const records = createRecordTable(now)
  const keys = createKeyTable()
  const logs = createMemoryLogs(resolved, records, wakeUps)

  function remove(id: string): boolean {
    const hadRecord = records.delete(id)
    return logs.delete(id) || hadRecord
  }

  function dropOldest(): void {
    if (maxRecords === 0 || records.size <= maxRecords) return
    for (const { id, status } of records.all()) {
      if (isFinalStatus(status)) return void remove(id)
    }
  }

  function removeDue(at: number): number {
    const due = [...records.all()].filter(({ expiresAt }) => expiresAt <= at)
    for (const { id } of due) remove(id)
    return due.length
  }

  return {
    records: createMemoryRecords({ options: resolved, records, keys, logs, onCreated: dropOldest }),
    logs,
    async takeOver(id, epoch, { lease } = {}) {
      const record = records.get(id)
      const log = logs.get(id)
      if ((record ?? log)?.epoch !== epoch || isOver(record, log)) return undefined
      records.change(id, { epoch: epoch + 1, updatedAt: now(), leaseExpiresAt: leaseEnd(lease, now()) })
      if (log) log.epoch = epoch + 1
      return epoch + 1
    },
    async delete(id, { releaseKey = false } = {}) {
      if (releaseKey) keys.release(id)
      return remove(id)
    },
    expire: async () => ({ records: removeDue(now()), logs: logs.expire(), keys: keys.expire(now()) }),
    close: async () => wakeUps.close(),
  }
}
