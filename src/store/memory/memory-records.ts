import { givenTo, historyOf, type ChainLink } from '../chain.js'
import { checkPatch } from '../checks.js'
import { pageOf } from '../item-page.js'
import { inputOf, later, newRecordText, outputOf, recordOf, unfinishedRun } from '../record-text.js'
import type { NewRecord, ResponseRecord } from '../response-record.js'
import type { CreateOptions, CreateResult, IdempotencyKey, ResponseRecords } from '../response-records.js'
import { storeError } from '../store-error.js'
import type { StoreOptions } from '../store.js'
import type { KeyTable } from './key-table.js'
import type { MemoryLogs } from './memory-logs.js'
import type { RecordTable } from './record-table.js'

export interface MemoryRecordsParts {
  options: Required<StoreOptions>
  records: RecordTable
  keys: KeyTable
  logs: MemoryLogs
  /** Called after each new record. */
  onCreated: () => void
}

export function createMemoryRecords(parts: MemoryRecordsParts): ResponseRecords {
  const { options, records } = parts

  function link(id: string): ChainLink | undefined {
    const found = records.get(id)
    if (found === undefined) return undefined
    const { owner, parentId, input, response } = found
    return { owner, parentId, input: () => inputOf(input), output: () => outputOf(response) }
  }

  return {
    create: async (record, createOptions = {}) => create(parts, record, createOptions),
    read: async (id) => find(records, id),
    async update(id, epoch, patch) {
      checkPatch(id, records.get(id), epoch, patch)
      records.patch(id, patch)
    },
    async listInputItems(id, query = {}) {
      const items = await givenTo(id, link)
      return items && pageOf(items, query)
    },
    history: async (id) => historyOf(id, link),
    async listUnfinished({ limit = 100 } = {}) {
      const now = options.now()
      const free = records.unfinished().filter(({ leaseExpiresAt = 0 }) => leaseExpiresAt <= now)
      return free.slice(0, limit).map(unfinishedRun)
    },
  }
}

function create(
  parts: MemoryRecordsParts,
  record: NewRecord,
  { idempotency, log = false }: CreateOptions,
): CreateResult {
  const { options, records, keys, logs, onCreated } = parts
  const before = idempotency && boundBefore(parts, record.owner, idempotency)
  if (before !== undefined) return before
  const { id, owner } = record
  if (records.get(id) !== undefined) throw storeError('record_exists', { id })
  if (log && logs.get(id) !== undefined) throw storeError('log_exists', { id })
  const now = options.now()
  const text = newRecordText(record, now, options.recordRetention)
  records.add(text)
  if (log) logs.add(id, text.epoch)
  if (idempotency) {
    const { key, hash } = idempotency
    keys.bind(owner, key, { id, hash, expiresAt: later(now, options.keyRetention) })
  }
  onCreated()
  return { outcome: 'created', record: recordOf(text) }
}

function boundBefore(
  { keys, records }: MemoryRecordsParts,
  owner: string,
  { key, hash }: IdempotencyKey,
): CreateResult | undefined {
  const bound = keys.get(owner, key)
  if (bound === undefined) return undefined
  const { id } = bound
  return bound.hash === hash
    ? { outcome: 'existing', id, record: find(records, id) }
    : { outcome: 'conflict', id }
}

function find(records: RecordTable, id: string): ResponseRecord | undefined {
  const found = records.get(id)
  return found && recordOf(found)
}
