import type { ResponseCreateParams } from '../events/params.js'
import type { Tool } from '../events/tools.js'

/** A tool as it may be shown and stored: what opens somebody else's server stays out. */
export function toolWithoutCredentials(tool: Tool): Tool {
  if (tool.type !== 'mcp') return tool
  const { authorization: _key, headers: _headers, ...rest } = tool
  return rest
}

/** A request as it may be stored. */
export function withoutCredentials(params: ResponseCreateParams): ResponseCreateParams {
  const { tools } = params
  return Array.isArray(tools) ? { ...params, tools: tools.map(toolWithoutCredentials) } : params
}
