import { MillraceError } from '../errors/millrace-error.js'

/** Why a store refused. */
export type StoreErrorCode =
  | 'record_exists'
  | 'record_missing'
  | 'record_final'
  | 'item_missing'
  | 'log_exists'
  | 'log_missing'
  | 'log_closed'
  | 'log_gap'
  | 'stale_epoch'
  | 'stream_expired'
  | 'store_version'

const advice: Record<StoreErrorCode, string> = {
  record_exists: 'There is a response with this id already.',
  record_missing: 'There is no such response; it was deleted, or it has expired.',
  record_final: 'The response has its final status, and is never changed again.',
  item_missing: 'The cursor is not the id of one of the items.',
  log_exists: 'There is an event log with this id already.',
  log_missing: 'There is no such event log; it was never opened, was deleted, or has expired.',
  log_closed: 'The log has its terminal event; nothing can follow.',
  log_gap: 'The events do not follow the last one of the log.',
  stale_epoch: 'Somebody else has taken over this run; whoever wrote for it before must stop.',
  stream_expired: 'The log does not keep these events any more. Retrieve the response itself.',
  store_version: 'The database is not one that this version can use.',
}

export interface StoreErrorContext {
  id?: string
  /** What exactly, in a sentence. */
  detail?: string
  /** Of the last event there is. */
  sequenceNumber?: number
  cause?: unknown
}

/** The refusal of a store: which code, which response, and what exactly. */
export function storeError(
  code: StoreErrorCode,
  context: StoreErrorContext = {},
): MillraceError<StoreErrorCode> {
  const { id, detail, sequenceNumber, cause } = context
  const subject = id === undefined ? '' : `${id}: `
  const message = `${subject}${advice[code]}${detail === undefined ? '' : ` ${detail}`}`
  const error = new MillraceError(code, message, { cause })
  if (id !== undefined) error.responseId = id
  if (sequenceNumber !== undefined) error.sequenceNumber = sequenceNumber
  return error
}
