import type { DeltaFields, ItemEventFields } from './event-fields.js'

/** A call of an MCP tool has begun. */
export interface ResponseMcpCallInProgressEvent extends ItemEventFields {
  type: 'response.mcp_call.in_progress'
}

/** xAI only. */
export interface ResponseMcpCallExecutingEvent extends ItemEventFields {
  type: 'response.mcp_call.executing'
}

/** The output comes with `response.output_item.done`. */
export interface ResponseMcpCallCompletedEvent extends ItemEventFields {
  type: 'response.mcp_call.completed'
}

/** The error comes with `response.output_item.done`. */
export interface ResponseMcpCallFailedEvent extends ItemEventFields {
  type: 'response.mcp_call.failed'
}

/** A piece of the arguments' JSON text; mostly all of it at once. */
export interface ResponseMcpCallArgumentsDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.mcp_call_arguments.delta'
}

/** The whole arguments. */
export interface ResponseMcpCallArgumentsDoneEvent extends ItemEventFields {
  type: 'response.mcp_call_arguments.done'
  arguments: string
}

/** An early name of `response.mcp_call_arguments.delta` that compatible servers still send. */
export interface ResponseMcpCallArgumentsDeltaAliasEvent extends ItemEventFields, DeltaFields {
  type: 'response.mcp_call.arguments_delta'
}

/** An early name of `response.mcp_call_arguments.done` that compatible servers still send. */
export interface ResponseMcpCallArgumentsDoneAliasEvent extends ItemEventFields {
  type: 'response.mcp_call.arguments_done'
  arguments: string
}

/** xAI only: a piece of what the tool returned. */
export interface ResponseMcpCallOutputDeltaEvent extends ItemEventFields, DeltaFields {
  type: 'response.mcp_call_output.delta'
}

/** xAI only: all that the tool returned. */
export interface ResponseMcpCallOutputDoneEvent extends ItemEventFields {
  type: 'response.mcp_call_output.done'
  output?: string
}

/** An MCP server is asked for its tools. */
export interface ResponseMcpListToolsInProgressEvent extends ItemEventFields {
  type: 'response.mcp_list_tools.in_progress'
}

/** The tools come with `response.output_item.done`, or only in the terminal response. */
export interface ResponseMcpListToolsCompletedEvent extends ItemEventFields {
  type: 'response.mcp_list_tools.completed'
}

/** The MCP server did not tell its tools. The error comes with `response.output_item.done`. */
export interface ResponseMcpListToolsFailedEvent extends ItemEventFields {
  type: 'response.mcp_list_tools.failed'
}

export type McpEvent =
  | ResponseMcpCallInProgressEvent
  | ResponseMcpCallExecutingEvent
  | ResponseMcpCallCompletedEvent
  | ResponseMcpCallFailedEvent
  | ResponseMcpCallArgumentsDeltaEvent
  | ResponseMcpCallArgumentsDoneEvent
  | ResponseMcpCallArgumentsDeltaAliasEvent
  | ResponseMcpCallArgumentsDoneAliasEvent
  | ResponseMcpCallOutputDeltaEvent
  | ResponseMcpCallOutputDoneEvent
  | ResponseMcpListToolsInProgressEvent
  | ResponseMcpListToolsCompletedEvent
  | ResponseMcpListToolsFailedEvent
