import type { StoredResponse } from '../../store/response-record.js'
import type { WireResponse } from '../../events/response.js'
import { isFinalStatus } from '../../store/final-status.js'
import type { RunEvent } from './run-event.js'

/** What the run's own lifecycle events say of the response; undefined for events about its output. */
export function responseOf(event: RunEvent): StoredResponse | undefined {
  if (!lifecycle.has(event.type) || !('response' in event)) return undefined
  return stored(event.response)
}

/** The response as the terminal event tells it. */
export function finalResponseOf(event: RunEvent): StoredResponse | undefined {
  const response = responseOf(event)
  return response && isFinalStatus(response.status) ? response : undefined
}

/** A Response object that says how far it is; every one of a run does. */
export function stored(response: unknown): StoredResponse | undefined {
  return hasStatus(response) ? response : undefined
}

const lifecycle = new Set([
  'response.in_progress',
  'response.completed',
  'response.incomplete',
  'response.failed',
])

function hasStatus(value: unknown): value is StoredResponse & WireResponse {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string'
}
