import type { ResponseStreamParams } from '../../client/responses.js'
import type { ResponseInput, ResponseInputItem } from '../../events/input-items.js'
import type { StoredItem } from '../../store/response-record.js'
import type { BackendRun } from '../backend.js'
import type { UpstreamState } from './upstream-state.js'

/**
 * The request as an upstream gets it. `background` is left out unless it is delegated; everything else
 * is as it was asked for, but for `previous_response_id`, which becomes the id of the `previous` response at
 * this upstream, or the conversation.
 */
export function upstreamRequest(
  run: BackendRun,
  delegated: boolean,
  previous: UpstreamState | undefined,
): ResponseStreamParams {
  const { background, background_options, stream, previous_response_id, ...params } = run.params
  const request: ResponseStreamParams = { ...params }
  if (delegated) {
    request.background = true
    if (background_options !== undefined) request.background_options = background_options
  }
  if (typeof previous_response_id !== 'string') return request

  if (previous !== undefined) return { ...request, previous_response_id: previous.response_id }
  // Without a history it is no response of this server's: whoever put the id there knows what it means.
  if (run.history.length === 0) return { ...request, previous_response_id }
  const history = run.history.flatMap(asInput)
  return { ...request, input: [...history, ...itemsOf(params.input)] }
}

export function isDelegated(run: BackendRun, nativeBackground: boolean | undefined): boolean {
  return nativeBackground === true && run.params.background === true
}

function itemsOf(input: string | ResponseInput | undefined): ResponseInput {
  if (typeof input !== 'string') return input ?? []
  return [{ type: 'message', role: 'user', content: input }]
}

/** Types whose id says nothing to an upstream that does not keep them; it may even look for it and refuse. */
const nameless = new Set([
  'message',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
])

/** What was put in or out in one turn, as it is put in in the next. */
function asInput(item: StoredItem): ResponseInputItem[] {
  // Without its content it would be no more than a reference to what the upstream has not kept.
  if (item.type === 'reasoning' && !item.encrypted_content) return []
  const copy: object = { ...item }
  if ('type' in item && nameless.has(item.type ?? '')) Reflect.deleteProperty(copy, 'id')
  return [copy as ResponseInputItem]
}
