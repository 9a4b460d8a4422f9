import { givenTo, historyOf, type ChainLink } from '../chain.js'
import { checkPatch } from '../checks.js'
import { pageOf } from '../item-page.js'
import { inputOf, later, newRecordText, outputOf, patchedText, recordOf } from '../record-text.js'
import type { NewRecord, ResponseRecord } from '../response-record.js'
import type { CreateOptions, CreateResult, IdempotencyKey, ResponseRecords } from '../response-records.js'
import { storeError } from '../store-error.js'
import type { StoreOptions } from '../store.js'
import type { KeyRows } from './key-rows.js'
import type { LogRows } from './log-rows.js'
import type { RecordRows } from './record-rows.js'
import type { Transactions } from './transactions.js'

export interface SQLiteRecordsParts {
  options: Required<StoreOptions>
  transactions: Transactions
  records: RecordRows
  keys: KeyRows
  logs: LogRows
}

export function createSQLiteRecords({
  options,
  transactions,
  records,
  keys,
  logs,
}: SQLiteRecordsParts): ResponseRecords {
  function find(id: string): ResponseRecord | undefined {
    const found = records.find(id)
    return found && recordOf(found)
  }

  function create(record: NewRecord, { idempotency, log = false }: CreateOptions): CreateResult {
    const before = idempotency && boundBefore(record.owner, idempotency)
    if (before !== undefined) return before
    const { id } = record
    if (records.state(id) !== undefined) throw storeError('record_exists', { id })
    if (log && logs.find(id) !== undefined) throw storeError('log_exists', { id })
    const now = options.now()
    const text = newRecordText(record, now, options.recordRetention)
    records.insert(text)
    if (log) logs.insert(id, text.epoch, now)
    if (idempotency) {
      const { key, hash } = idempotency
      keys.bind(record.owner, key, { id, hash, expiresAt: later(now, options.keyRetention) })
    }
    return { outcome: 'created', record: recordOf(text) }
  }

  function boundBefore(owner: string, { key, hash }: IdempotencyKey): CreateResult | undefined {
    const bound = keys.find(owner, key)
    if (bound === undefined) return undefined
    const { id } = bound
    return bound.hash === hash ? { outcome: 'existing', id, record: find(id) } : { outcome: 'conflict', id }
  }

  function link(id: string): ChainLink | undefined {
    const found = records.find(id)
    return (
      found && {
        owner: found.owner,
        parentId: found.parentId,
        input: () => inputOf(found.input),
        output: () => outputOf(found.response),
      }
    )
  }

  return {
    create: async (record, createOptions = {}) => transactions.write(() => create(record, createOptions)),
    read: async (id) => find(id),
    async update(id, epoch, patch) {
      transactions.write(() => {
        checkPatch(id, records.state(id), epoch, patch)
        records.change(id, patchedText(patch, options.now()))
      })
    },
    async listInputItems(id, query = {}) {
      const items = await givenTo(id, link)
      return items && pageOf(items, query)
    },
    history: async (id) => historyOf(id, link),
    listUnfinished: async ({ limit = 100 } = {}) => records.unfinished(options.now(), limit),
  }
}
