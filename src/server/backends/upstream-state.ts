import type { BackendRun } from '../backend.js'

/**
 * What is kept with a response that the upstream has stored, so that a later one can refer to it, also in
 * another process. Never a credential. Without it the conversation itself is sent in place of an id.
 */
export interface UpstreamState {
  /** The id that the upstream gave it. */
  response_id: string
  /** Which upstream: its base URL, without a query. */
  base_url: string
}

/** What an upstream backend has remembered; anybody else's is not understood. */
export function upstreamStateOf(value: BackendRun['previousState']): UpstreamState | undefined {
  const { response_id, base_url } = value ?? {}
  const known = typeof response_id === 'string' && typeof base_url === 'string'
  return known ? { response_id, base_url } : undefined
}
