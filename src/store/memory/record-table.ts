import { isFinalStatus } from '../final-status.js'
import { patchedText, type RecordText } from '../record-text.js'
import type { RecordPatch } from '../response-record.js'

/** The records of a memory store by id, oldest first. */
export interface RecordTable {
  get(id: string): RecordText | undefined
  add(record: RecordText): void
  /** Changes a record that is there. */
  patch(id: string, patch: RecordPatch): void
  change(id: string, fields: Partial<RecordText>): void
  delete(id: string): boolean
  all(): IterableIterator<RecordText>
  /** Those without a final status. */
  unfinished(): RecordText[]
  readonly size: number
}

export function createRecordTable(now: () => number): RecordTable {
  const records = new Map<string, RecordText>()
  /** So that a queue is found without looking at everything that ever ran. */
  const unfinished = new Set<string>()

  function change(id: string, fields: Partial<RecordText>): void {
    const record = records.get(id)
    if (record === undefined) return
    Object.assign(record, fields)
    if (isFinalStatus(record.status)) unfinished.delete(id)
  }

  return {
    change,
    get: (id) => records.get(id),
    add(record) {
      records.set(record.id, record)
      if (!isFinalStatus(record.status)) unfinished.add(record.id)
    },
    patch: (id, patch) => change(id, patchedText(patch, now())),
    delete(id) {
      unfinished.delete(id)
      return records.delete(id)
    },
    all: () => records.values(),
    unfinished: () => [...unfinished].flatMap((id) => records.get(id) ?? []),
    get size() {
      return records.size
    },
  }
}
