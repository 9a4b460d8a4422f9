/** A call to a tool of an MCP server, made by the server. `arguments` is JSON text. */
export interface McpCall {
  type: 'mcp_call'
  id: string
  server_label: string
  name: string
  arguments: string
  output?: string | null
  /** An object today, a plain string in the official types of 6.x. */
  error?: McpToolCallError | string | null
  approval_request_id?: string | null
  status?: 'in_progress' | 'calling' | 'completed' | 'incomplete' | 'failed'
}

/** Why a call of an MCP tool failed. */
export type McpToolCallError = McpProtocolError | McpToolExecutionError | McpHTTPError

/** The MCP server broke off with a JSON-RPC error. */
export interface McpProtocolError {
  type: 'mcp_protocol_error'
  code: number
  message: string
}

/** The tool itself reported an error. */
export interface McpToolExecutionError {
  type: 'mcp_tool_execution_error'
  content: unknown
}

/** The MCP server answered with an HTTP error; `code` is the status. */
export interface McpHTTPError {
  type: 'http_error'
  code: number
  message: string
}

/** The tools an MCP server offers. Of several at once, some never get their `output_item.done`. */
export interface McpListTools {
  type: 'mcp_list_tools'
  id: string
  server_label: string
  tools: McpListToolsTool[]
  error?: string | null
}

/** A tool of an MCP server. */
export interface McpListToolsTool {
  name: string
  description?: string | null
  /** JSON Schema. */
  input_schema: unknown
  annotations?: unknown
}

/** The model wants to call an MCP tool that needs your consent. */
export interface McpApprovalRequest {
  type: 'mcp_approval_request'
  id: string
  server_label: string
  name: string
  arguments: string
}

/** Consent to a call of an MCP tool, or its refusal. */
export interface McpApprovalResponse {
  type: 'mcp_approval_response'
  id: string
  approval_request_id: string
  approve: boolean
  reason?: string | null
}
