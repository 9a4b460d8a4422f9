import type { BackendRun } from '../backend.js'

/** What is kept of a response that the upstream has stored, so that a later one can refer to it. Never a credential. */
export interface UpstreamState {
  /** The id that the upstream gave it. */
  response_id: string
  /** Which upstream: its base URL, without a query. */
  base_url: string
}

/**
 * A run with what a server may offer beyond the minimum. Without `previousState` the conversation itself
 * stands in for a `previous_response_id`.
 */
export interface UpstreamRun extends BackendRun {
  /** Of the client's request. */
  readonly requestHeaders?: Headers
  /** Of the answer to the client; may be written until the first event. */
  readonly responseHeaders?: Headers
  /** What this backend remembered of the response named by `previous_response_id`. */
  readonly previousState?: Readonly<Record<string, unknown>> | undefined
  /** Keeps something with this response. */
  remember?(state: Record<string, unknown>): void
}

export function stateOf(value: UpstreamRun['previousState']): UpstreamState | undefined {
  const { response_id, base_url } = value ?? {}
  const known = typeof response_id === 'string' && typeof base_url === 'string'
  return known ? { response_id, base_url } : undefined
}
