import type { ResponseStatus } from '../events/response.js'
import type {
  NewRecord,
  RecordPatch,
  ResponseRecord,
  StoredInputItem,
  StoredItem,
  StoredResponse,
  UnfinishedRun,
} from './response-record.js'

/**
 * A record as it is kept: what is searched for as plain values, the rest as JSON. Memory keeps it like
 * that too, so that nobody holds an object that is also in the store, and every store gives back the same.
 */
export interface RecordText {
  id: string
  owner: string
  parentId: string | undefined
  status: ResponseStatus
  background: boolean
  stream: boolean
  epoch: number
  createdAt: number
  updatedAt: number
  expiresAt: number
  leaseExpiresAt: number | undefined
  request: string
  input: string
  response: string
  backendState: string | undefined
}

export function newRecordText(record: NewRecord, now: number, retention: number): RecordText {
  return {
    id: record.id,
    owner: record.owner,
    parentId: record.parentId,
    status: record.response.status,
    background: record.background,
    stream: record.stream,
    epoch: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: later(now, retention),
    leaseExpiresAt: leaseEnd(record.lease, now),
    request: JSON.stringify(record.request),
    input: JSON.stringify(record.input),
    response: JSON.stringify(record.response),
    backendState: textOf(record.backendState),
  }
}

/** The fields that a patch changes. */
export function patchedText(patch: RecordPatch, now: number): Partial<RecordText> {
  const { response, backendState, lease, retention } = patch
  return {
    updatedAt: now,
    ...(response && { status: response.status, response: JSON.stringify(response) }),
    ...(backendState && { backendState: JSON.stringify(backendState) }),
    ...(lease !== undefined && { leaseExpiresAt: leaseEnd(lease, now) }),
    ...(retention !== undefined && { expiresAt: later(now, retention) }),
  }
}

/** A time that every store can hold, also when it is to last for ever. */
export function later(now: number, duration: number): number {
  return Math.min(now + duration, Number.MAX_SAFE_INTEGER)
}

export function leaseEnd(lease: number | undefined, now: number): number | undefined {
  return lease === undefined || lease <= 0 ? undefined : later(now, lease)
}

export function recordOf(text: RecordText): ResponseRecord {
  const { status, parentId, leaseExpiresAt, request, input, response, backendState, ...fields } = text
  return {
    ...fields,
    request: JSON.parse(request) as ResponseRecord['request'],
    input: inputOf(input),
    response: responseOf(response),
    ...(parentId !== undefined && { parentId }),
    ...(leaseExpiresAt !== undefined && { leaseExpiresAt }),
    ...(backendState !== undefined && { backendState: JSON.parse(backendState) as Record<string, unknown> }),
  }
}

export function unfinishedRun(record: RecordText): UnfinishedRun {
  const { id, owner, status, background, epoch, createdAt } = record
  return { id, owner, status, background, epoch, createdAt }
}

/** Types what this module has written. */
export function inputOf(text: string): StoredInputItem[] {
  return JSON.parse(text) as StoredInputItem[]
}

export function outputOf(text: string): StoredItem[] {
  return responseOf(text).output ?? []
}

function responseOf(text: string): StoredResponse {
  return JSON.parse(text) as StoredResponse
}

function textOf(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
