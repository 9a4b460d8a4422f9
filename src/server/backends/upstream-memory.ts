import { stateOf, type UpstreamRun, type UpstreamState } from './upstream-run.js'

/** Which upstream response is behind which of ours. */
export interface UpstreamMemory {
  /** What is known of the response that `previous_response_id` names. */
  recall(run: UpstreamRun): UpstreamState | undefined
  keep(run: UpstreamRun, state: UpstreamState): void
}

/** In responses. What is forgotten costs a longer request: the conversation is sent instead of an id. */
const limit = 10_000

/** With the response, where the server keeps it; else in this process. */
export function createUpstreamMemory(): UpstreamMemory {
  const known = new Map<string, UpstreamState>()
  return {
    recall: (run) => stateOf(run.previousState) ?? known.get(run.params.previous_response_id ?? ''),
    keep(run, state) {
      if (run.remember !== undefined) return run.remember({ ...state })
      known.set(run.response.id, state)
      const [oldest] = known.keys()
      if (known.size > limit && oldest !== undefined) known.delete(oldest)
    },
  }
}
