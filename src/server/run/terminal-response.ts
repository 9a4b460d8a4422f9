import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { ResponseError, WireResponse } from '../../events/response.js'
import type { ErrorBody } from '../failure.js'

/** How a response ended, and what goes with it. */
export type Outcome =
  | { status: 'completed' }
  | { status: 'incomplete'; reason: string }
  | { status: 'failed'; error: ResponseError }
  | { status: 'cancelled'; /** Without the output that there was. Default `false`. */ cleared?: boolean }

/** All that is known when a response ends. */
export interface Ending {
  outcome: Outcome
  /** What the backend tells of the response. */
  fields?: BackendFields
  /** What the backend says that the output is, when it does. */
  output?: ResponseOutputItem[] | null | undefined
  /** Told by an `error` event before the terminal one. */
  error?: ErrorBody
}

/** The failure that a client is told of. */
export function failedBy({ code, message }: Pick<ErrorBody, 'code' | 'message'>): Outcome {
  return { status: 'failed', error: { code: code ?? 'server_error', message } }
}

/** Fields of a backend's Response objects that are not its to say. */
type RunField = 'id' | 'object' | 'created_at' | 'status' | 'output' | 'output_text' | 'background' | 'store'

/** What a backend has told about its response, without what is the run's to say. */
export type BackendFields = Omit<Partial<WireResponse>, RunField>

export function backendFields(response: Partial<WireResponse> = {}): BackendFields {
  const { id, object, created_at, status, output, output_text, background, store, ...fields } = response
  return fields
}

/** The Response object of the terminal event. */
export function terminalResponse(
  shell: WireResponse,
  fields: BackendFields,
  output: ResponseOutputItem[],
  outcome: Outcome,
): WireResponse {
  const response: WireResponse = {
    ...shell,
    ...fields,
    status: outcome.status,
    completed_at: outcome.status === 'completed' ? Math.max(unixNow(), shell.created_at) : null,
    error: outcome.status === 'failed' ? outcome.error : null,
    incomplete_details: outcome.status === 'incomplete' ? { reason: outcome.reason } : null,
    output: outcome.status === 'cancelled' && outcome.cleared ? [] : output,
  }
  // Until the end it says what was asked for; now it must say which tier it was.
  if (response.service_tier === 'auto') response.service_tier = 'default'
  return response
}

const terminalTypes = {
  completed: 'response.completed',
  incomplete: 'response.incomplete',
  failed: 'response.failed',
  cancelled: 'response.failed',
} as const

/** The terminal event of a status; there is none of its own for `cancelled`. */
export function terminalType(status: Outcome['status']): (typeof terminalTypes)[Outcome['status']] {
  return terminalTypes[status]
}

/** In seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}
