import { APIError, apiErrorFromEvent } from '../../errors/api-error.js'
import { isTerminalEvent } from '../../events/catalogue.js'
import type { StreamEvent } from '../../stream/event-feed.js'
import type { BackendRun } from '../backend.js'
import type { UpstreamOptions, UpstreamTarget } from './upstream.js'
import { cancelWith, clientOf } from './upstream-client.js'
import { mayFailOver, upstreamFailure } from './upstream-failure.js'
import { errorOf } from '../run/backend-lifecycle.js'
import { headersToClient } from './upstream-headers.js'
import { isDelegated, upstreamRequest } from './upstream-request.js'
import { upstreamStateOf, type UpstreamState } from './upstream-state.js'

/** An answer that has begun. */
export interface OpenUpstream {
  first: StreamEvent
  rest: AsyncIterable<StreamEvent>
  /** Keeps what a later response needs in order to refer to this one, once the upstream has stored it. */
  remember(event: StreamEvent): Promise<void>
}

/** Asks one server after the other until one begins to answer. Rejects with what the last one said. */
export async function openUpstream(options: UpstreamOptions, run: BackendRun): Promise<OpenUpstream> {
  const targets: readonly UpstreamTarget[] = [options, ...(options.fallbacks ?? [])]
  let failure: unknown
  for (const target of targets) {
    try {
      return await openTarget(target, options, run)
    } catch (error) {
      failure = error
      if (run.signal.aborted || !mayFailOver(error)) break
    }
  }
  throw upstreamFailure(failure, false)
}

async function openTarget(
  target: UpstreamTarget,
  options: UpstreamOptions,
  run: BackendRun,
): Promise<OpenUpstream> {
  const state = upstreamStateOf(run.previousState)
  const previous = state?.base_url === baseOf(target) ? state : undefined
  try {
    return await askTarget(target, options, run, previous)
  } catch (error) {
    const forgotten = APIError.isInstance(error) && error.code === 'previous_response_not_found'
    if (!forgotten || previous === undefined || run.history.length === 0) throw error
    return askTarget(target, options, run, undefined)
  }
}

async function askTarget(
  target: UpstreamTarget,
  options: UpstreamOptions,
  run: BackendRun,
  previous: UpstreamState | undefined,
): Promise<OpenUpstream> {
  let answered: Headers | undefined
  const client = clientOf(target, options, run, (headers) => (answered = headers))
  const delegated = isDelegated(run, options.nativeBackground)
  const request = upstreamRequest(run, delegated, previous)
  const stream = client.responses.stream(request, { signal: run.signal })
  if (delegated) cancelWith(run.signal, stream)
  const events = stream[Symbol.asyncIterator]()
  // Also with a refusal: that is when it matters how much is left.
  const next = await events.next().finally(() => headersToClient(run, options, answered))
  const first = next.done === true ? undefined : next.value
  const refused = first === undefined ? nothing : errorOf(first)
  if (first === undefined || refused !== undefined) {
    stream.abort()
    throw apiErrorFromEvent({ ...refused }, undefined, answered)
  }
  return {
    first,
    rest: events,
    async remember(event) {
      if (!isTerminalEvent(event) || stream.responseId === undefined) return
      const { status, store } = event.response
      if (store !== true || (status !== 'completed' && status !== 'incomplete')) return
      const state: UpstreamState = { response_id: stream.responseId, base_url: baseOf(target) }
      await run.remember({ ...state })
    },
  }
}

/** Without a query, which may carry a credential. */
function baseOf({ baseURL }: UpstreamTarget): string {
  return baseURL.replace(/[?#].*$/, '').replace(/\/+$/, '')
}

const nothing = { message: 'The upstream server sent no events.' }
