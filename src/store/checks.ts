import { isFinalStatus } from './final-status.js'
import type { RecordPatch } from './response-record.js'
import type { RecordText } from './record-text.js'
import { storeError } from './store-error.js'

// What a store refuses, in the order in which it is looked for. All stores ask here.

/** How a log stands. */
export interface LogState {
  epoch: number
  retainedFrom: number
  next: number
  closed: boolean
}

type RecordState = Pick<RecordText, 'epoch' | 'status'>

export function checkPatch<R extends RecordState>(
  id: string,
  record: R | undefined,
  epoch: number,
  patch: RecordPatch,
): asserts record is R {
  if (record === undefined) throw storeError('record_missing', { id })
  if (record.epoch !== epoch) throw storeError('stale_epoch', { id, detail: epochs(record.epoch, epoch) })
  if (patch.response !== undefined && isFinalStatus(record.status)) {
    throw storeError('record_final', { id, detail: `It is ${record.status}.` })
  }
}

/** Who may open the log of a response, if there is a response. */
export function checkOpen(
  id: string,
  log: object | undefined,
  record: RecordState | undefined,
  epoch: number,
): void {
  if (log !== undefined) throw storeError('log_exists', { id })
  if (record !== undefined && record.epoch !== epoch) {
    throw storeError('stale_epoch', { id, detail: epochs(record.epoch, epoch) })
  }
}

export function checkAppend<L extends LogState>(
  id: string,
  log: L | undefined,
  epoch: number,
  first: number,
): asserts log is L {
  if (log === undefined) throw storeError('log_missing', { id })
  const sequenceNumber = log.next - 1
  if (log.epoch !== epoch)
    throw storeError('stale_epoch', { id, sequenceNumber, detail: epochs(log.epoch, epoch) })
  if (log.closed) throw storeError('log_closed', { id, sequenceNumber })
  if (log.next !== first) {
    throw storeError('log_gap', {
      id,
      sequenceNumber,
      detail: `The next number is ${log.next}, not ${first}.`,
    })
  }
}

/** A closed log ends with its terminal event, so there must be one. */
export function checkEvents(events: readonly Uint8Array[], terminal: boolean): void {
  if (terminal && events.length === 0) throw new TypeError('A terminal append needs the terminal event.')
}

export function checkRead(id: string, log: LogState, after: number): void {
  if (after + 1 >= log.retainedFrom) return
  throw storeError('stream_expired', {
    id,
    detail: `The log begins at ${log.retainedFrom}; the cursor is ${after}.`,
  })
}

/** Whether there is something left to do for whoever takes over. */
export function isOver(record: RecordState | undefined, log: LogState | undefined): boolean {
  return (record === undefined || isFinalStatus(record.status)) && (log === undefined || log.closed)
}

function epochs(current: number, given: number): string {
  return `The epoch is ${current}, not ${given}.`
}
