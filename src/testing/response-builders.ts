import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { ResponseStatus, WireResponse } from '../events/response.js'

type ItemOf<Type extends ResponseOutputItem['type']> = Extract<ResponseOutputItem, { type: Type }>
type Message = ItemOf<'message'>

/** The one id, time and model of every built response, so that whole values can be compared. */
const builtResponse = { id: 'resp_t', created_at: 1_700_000_000, model: 'm-test' } as const

/** A response object as a server sends it, with every field its reference requires. `fields` replaces what it names. */
export function response(
  status: ResponseStatus,
  output: ResponseOutputItem[] = [],
  fields: Partial<WireResponse> = {},
): WireResponse {
  return {
    id: builtResponse.id,
    object: 'response',
    created_at: builtResponse.created_at,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: builtResponse.model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: null,
    ...fields,
  }
}

/** A finished message `msg_<index>` of one text part. */
export function message(index: number, text: string, status: Message['status'] = 'completed'): Message {
  return {
    id: `msg_${index}`,
    type: 'message',
    status,
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
}

/** A finished message `msg_<index>` that refuses. */
export function refusalMessage(index: number, refusal: string): Message {
  return {
    id: `msg_${index}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'refusal', refusal }],
  }
}

/** A finished call `fc_<index>` of the function `f<index>`. `json` is its arguments as text. */
export function functionCall(index: number, json: string): ItemOf<'function_call'> {
  return {
    id: `fc_${index}`,
    type: 'function_call',
    call_id: `call_${index}`,
    name: `f${index}`,
    arguments: json,
    status: 'completed',
  }
}

/** A finished reasoning item `rs_<index>` with one summary part for each text. */
export function reasoning(index: number, summaries: readonly string[]): ItemOf<'reasoning'> {
  return {
    id: `rs_${index}`,
    type: 'reasoning',
    summary: summaries.map((text) => ({ type: 'summary_text', text })),
  }
}
