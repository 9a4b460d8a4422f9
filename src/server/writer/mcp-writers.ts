import type { McpCall, McpListTools, McpListToolsTool } from '../../events/items/mcp.js'
import { newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

/** Writes the list of tools that an MCP server offers. */
export interface McpListToolsWriter {
  readonly id: string
  done(fields: { tools: McpListToolsTool[] }): Promise<void>
  fail(error: string): Promise<void>
}

/** Writes one call to a tool of an MCP server. */
export interface McpCallWriter {
  readonly id: string
  /** Appends to the arguments' JSON text. */
  arguments(delta: string): Promise<void>
  done(fields?: { output?: string | null }): Promise<void>
  fail(error: Exclude<McpCall['error'], undefined>): Promise<void>
}

export function writeMcpListTools(
  output: RunOutput,
  options: { server_label: string; id?: string },
): McpListToolsWriter {
  const item = openItem<McpListTools>(output, {
    id: options.id ?? newItemId('mcp_list_tools'),
    type: 'mcp_list_tools',
    server_label: options.server_label,
    tools: [],
  })
  void item.emit({ type: 'response.mcp_list_tools.in_progress', ...item.place })
  return {
    id: item.id,
    done: (fields) => item.close('completed', fields),
    fail: (error) => item.close('failed', { error }),
  }
}

export function writeMcpCall(
  output: RunOutput,
  options: { server_label: string; name: string; id?: string },
): McpCallWriter {
  const item = openItem<McpCall>(output, {
    id: options.id ?? newItemId('mcp_call'),
    type: 'mcp_call',
    status: 'in_progress',
    server_label: options.server_label,
    name: options.name,
    arguments: '',
    output: null,
    error: null,
    approval_request_id: null,
  })
  void item.emit({ type: 'response.mcp_call.in_progress', ...item.place })
  return {
    id: item.id,
    async arguments(delta) {
      item.requireOpen()
      if (delta !== '') await item.emit({ type: 'response.mcp_call_arguments.delta', ...item.place, delta })
    },
    done: (fields) => item.close('completed', fields),
    fail: (error) => item.close('failed', { error }),
  }
}
