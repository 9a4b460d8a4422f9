import { canonicalType } from '../../events/aliases.js'
import type { BackendEvent, OutputEvent } from '../backend.js'
import type { ErrorBody } from '../failure.js'
import { errorTypeOf } from '../http-error.js'
import type { RunEvent } from './run-event.js'
import type { Outcome } from './terminal-response.js'

const terminal = new Set<unknown>(['response.completed', 'response.incomplete', 'response.failed'])
const lifecycle = new Set<unknown>([
  ...terminal,
  'response.created',
  'response.queued',
  'response.in_progress',
])

export function isLifecycle(event: BackendEvent): event is Exclude<BackendEvent, OutputEvent> {
  return lifecycle.has(canonicalType(event))
}

/** An event that can be sent as it is: it is about output, or has a Response object of its own. */
export function isWhole(event: BackendEvent): event is RunEvent {
  return !lifecycle.has(canonicalType(event)) || ('response' in event && isNamed(event.response))
}

function isNamed(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'id' in response
}

/** How the response ends by this event; undefined while it only begins. */
export function outcomeOf(event: Exclude<BackendEvent, OutputEvent>): Outcome | undefined {
  const type = canonicalType(event)
  if (!terminal.has(type)) return undefined
  const response = event.response
  if (type === 'response.completed') return { status: 'completed' }
  if (type === 'response.incomplete')
    return { status: 'incomplete', reason: response?.incomplete_details?.reason ?? 'max_output_tokens' }
  if (response?.status === 'cancelled') return { status: 'cancelled' }
  const { code, message } = response?.error ?? unexplained
  return { status: 'failed', error: { code, message } }
}

const unexplained = { code: 'server_error', message: 'The model failed without saying why.' }

/** What a backend's `error` event says, in either of its forms; undefined when the event is another one. */
export function errorOf(event: BackendEvent): ErrorBody | undefined {
  if (event.type !== 'error' && event.type !== 'response.error') return undefined
  const nested = typeof event.error === 'object' ? event.error : undefined
  return {
    message: nested?.message ?? event.message ?? unexplained.message,
    type: nested?.type ?? errorTypeOf(500),
    param: nested?.param ?? event.param ?? null,
    code: nested?.code ?? event.code ?? null,
  }
}
