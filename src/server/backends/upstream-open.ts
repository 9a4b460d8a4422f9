import { APIError, apiErrorFromEvent } from '../../errors/api-error.js'
import { isTerminalEvent } from '../../events/catalogue.js'
import type { StreamEvent } from '../../stream/event-feed.js'
import type { UpstreamOptions, UpstreamTarget } from './upstream.js'
import { cancelWith, clientOf } from './upstream-client.js'
import { mayFailOver, upstreamFailure } from './upstream-failure.js'
import { errorOf } from '../run/backend-lifecycle.js'
import { pickHeaders } from './upstream-headers.js'
import type { UpstreamMemory } from './upstream-memory.js'
import { isDelegated, upstreamRequest } from './upstream-request.js'
import type { UpstreamRun, UpstreamState } from './upstream-run.js'

/** What one backend works with. */
export interface UpstreamSetup {
  options: UpstreamOptions
  memory: UpstreamMemory
}

/** An answer that has begun. */
export interface OpenUpstream {
  first: StreamEvent
  rest: AsyncIterable<StreamEvent>
  /** Keeps what a later response needs in order to refer to this one, once the upstream has stored it. */
  remember(event: StreamEvent): void
}

/** Asks one server after the other until one begins to answer. Rejects with what the last one said. */
export async function openUpstream(setup: UpstreamSetup, run: UpstreamRun): Promise<OpenUpstream> {
  const { options } = setup
  const targets: readonly UpstreamTarget[] = [options, ...(options.fallbacks ?? [])]
  let failure: unknown
  for (const target of targets) {
    try {
      return await openTarget(target, setup, run)
    } catch (error) {
      failure = error
      if (run.signal.aborted || !mayFailOver(error)) break
    }
  }
  throw upstreamFailure(failure, false)
}

async function openTarget(
  target: UpstreamTarget,
  setup: UpstreamSetup,
  run: UpstreamRun,
): Promise<OpenUpstream> {
  const state = setup.memory.recall(run)
  const previous = state?.base_url === baseOf(target) ? state : undefined
  try {
    return await askTarget(target, setup, run, previous)
  } catch (error) {
    const forgotten = APIError.isInstance(error) && error.code === 'previous_response_not_found'
    if (!forgotten || previous === undefined || run.history.length === 0) throw error
    return askTarget(target, setup, run, undefined)
  }
}

async function askTarget(
  target: UpstreamTarget,
  { options, memory }: UpstreamSetup,
  run: UpstreamRun,
  previous: UpstreamState | undefined,
): Promise<OpenUpstream> {
  let answered: Headers | undefined
  const client = clientOf(target, options, run, (headers) => (answered = headers))
  const delegated = isDelegated(run, options.nativeBackground)
  const request = upstreamRequest(run, delegated, previous)
  const stream = client.responses.stream(request, { signal: run.signal })
  if (delegated) cancelWith(run.signal, stream)
  const events = stream[Symbol.asyncIterator]()
  const next = await events.next()
  const first = next.done === true ? undefined : next.value
  const refused = first === undefined ? nothing : errorOf(first)
  if (first === undefined || refused !== undefined) {
    stream.abort()
    throw apiErrorFromEvent({ ...refused }, undefined, answered)
  }
  for (const [name, value] of Object.entries(pickHeaders(answered, options.responseHeaders ?? [])))
    run.responseHeaders?.set(name, value)

  return {
    first,
    rest: events,
    remember(event) {
      if (!isTerminalEvent(event) || stream.responseId === undefined) return
      const { status, store } = event.response
      if (store !== true || (status !== 'completed' && status !== 'incomplete')) return
      memory.keep(run, { response_id: stream.responseId, base_url: baseOf(target) })
    },
  }
}

/** Without a query, which may carry a credential. */
function baseOf({ baseURL }: UpstreamTarget): string {
  return baseURL.replace(/[?#].*$/, '').replace(/\/+$/, '')
}

const nothing = { message: 'The upstream server sent no events.' }
