import { abandonedAfter } from '../resolve-options.js'
import type { Expired, StoreOptions } from '../store.js'
import type { KeyRows } from './key-rows.js'
import type { LogRows } from './log-rows.js'
import type { RecordRows } from './record-rows.js'
import type { Transactions } from './transactions.js'

export interface ExpiryParts {
  options: Required<StoreOptions>
  transactions: Transactions
  records: RecordRows
  keys: KeyRows
  logs: LogRows
  /** Removes a response, with its log. */
  remove: (id: string) => boolean
  /** The log is gone. */
  onRemoved: (id: string) => void
}

/** At a time, because the process stands still meanwhile and other writers wait. */
const portion = 100

export function createExpiry({
  options,
  transactions,
  records,
  keys,
  logs,
  remove,
  onRemoved,
}: ExpiryParts): () => Promise<Expired> {
  function removeRecords(now: number): number {
    const due = transactions.write(() => {
      const ids = records.due(now, portion)
      for (const id of ids) remove(id)
      return ids
    })
    due.forEach(onRemoved)
    return due.length
  }

  function removeLogs(now: number): number {
    const due = transactions.write(() => {
      const ids = logs.due(now - options.logRetention, now - abandonedAfter, portion)
      for (const id of ids) logs.delete(id)
      return ids
    })
    due.forEach(onRemoved)
    return due.length
  }

  const removeKeys = (now: number): number => transactions.write(() => keys.expire(now, portion))

  return async () => {
    const now = options.now()
    return {
      records: await inPortions(() => removeRecords(now)),
      logs: await inPortions(() => removeLogs(now)),
      keys: await inPortions(() => removeKeys(now)),
    }
  }
}

async function inPortions(remove: () => number): Promise<number> {
  for (let sum = 0; ; await breathe()) {
    const removed = remove()
    sum += removed
    if (removed < portion) return sum
  }
}

/** Lets everything else run that is ready. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
