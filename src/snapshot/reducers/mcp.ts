import type { McpEvent } from '../../events/mcp.js'
import { setStatus, statuses } from '../item-status.js'
import type { StreamedKind } from '../kinds.js'
import { type Reducers, streams } from '../reducer.js'

/** A list of tools has no status, and its tools come with the item or the terminal response; so does what a call returned. */
export type McpEventWithoutEffect = Extract<
  McpEvent['type'],
  `response.mcp_${'list_tools' | 'call_output'}.${string}`
>

const call: StreamedKind = { items: ['mcp_call', 'function_call'], path: ['arguments'] }
const calls = streams('response.mcp_call_arguments', call, 'arguments')

export const mcpReducers = {
  ...statuses('mcp_call', 'in_progress', 'completed', 'failed'),
  'response.mcp_call.executing': setStatus('mcp_call', 'calling'),
  ...calls,
  'response.mcp_call.arguments_delta': calls['response.mcp_call_arguments.delta'],
  'response.mcp_call.arguments_done': calls['response.mcp_call_arguments.done'],
} satisfies Reducers<McpEvent, McpEventWithoutEffect>
