import { givenTo, historyOf, type ChainLink } from '../chain.js'
import { checkPatch } from '../checks.js'
import { pageOf } from '../item-page.js'
import { inputOf, later, newRecordText, outputOf, recordOf } from '../record-text.js'
import type { NewRecord } from '../response-record.js'
import type { CreateResult, IdempotencyKey, ResponseRecords } from '../response-records.js'
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

export function createMemoryRecords({ options, records, keys, logs, onCreated }: MemoryRecordsParts): ResponseRecords {
  const read: ResponseRecords['read'] = async (id) => {
    const found = records.get(id)
    return found && recordOf(found)
  }

  function boundBefore(owner: string, { key, hash }: IdempotencyKey): CreateResult | undefined {
    const bound = keys.get(owner, key)
    if (bound === undefined) return undefined
    const { id } = bound
    if (bound.hash !== hash) return { outcome: 'conflict', id }
    const found = records.get(id)
    return { outcome: 'existing', id, record: found && recordOf(found) }
  }

  function add(record: NewRecord, withLog: boolean): CreateResult {
    const { id } = record
    if (records.get(id) !== undefined) throw storeError('record_exists', { id })
    if (withLog && logs.get(id) !== undefined) throw storeError('log_exists', { id })
    const text = newRecordText(record, options.now(), options.recordRetention)
    records.add(text)
    if (withLog) logs.add(id, text.epoch)
    return { outcome: 'created', record: recordOf(text) }
  }

  function link(id: string): ChainLink | undefined {
    const found = records.get(id)
    return found && { owner: found.owner, parentId: found.parentId, input: () => inputOf(found.input), output: () => outputOf(found.response) }
  }

  return {
    read,
    async create(record, { idempotency, log = false } = {}) {
      const before = idempotency && boundBefore(record.owner, idempotency)
      if (before !== undefined) return before
      const result = add(record, log)
      if (idempotency) {
        const { key, hash } = idempotency
        keys.bind(record.owner, key, { id: record.id, hash, expiresAt: later(options.now(), options.keyRetention) })
      }
      onCreated()
      return result
    },
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
      return records
        .unfinished()
        .filter(({ leaseExpiresAt }) => leaseExpiresAt === undefined || leaseExpiresAt <= now)
        .slice(0, limit)
        .map(({ id, owner, status, background, epoch, createdAt }) => ({ id, owner, status, background, epoch, createdAt }))
    },
  }
}
