import { argumentLines } from '../arguments.js'
import { block, indent, titled } from '../block.js'
import { fieldsOf, textOf } from '../fields.js'
import { excerpt } from '../format.js'
import { type ItemView, toolName } from '../item-view.js'
import { toolNames } from './search.js'

export const mcpListTools: ItemView = {
  activity: (item) => `listing tools of ${textOf(item.server_label) || 'an MCP server'}`,
  block(item) {
    const server = textOf(item.server_label) || 'an MCP server'
    const failure = errorText(item.error)
    if (failure !== '') return block(`MCP tools of ${server} could not be listed:`, excerpt(failure))
    return block(titled(`MCP tools of ${server}`, toolNames(item.tools) || 'none'))
  },
}

export const mcpCall: ItemView = {
  activity: (item) => `calling ${toolName(item, 'server_label')}`,
  block(item) {
    const failure = errorText(item.error)
    const result = failure === '' ? section('Output:', textOf(item.output)) : section('Error:', failure)
    return block(`MCP call: ${toolName(item, 'server_label')}`, [...argumentLines(item.arguments), ...result])
  },
}

export const mcpApprovalRequest: ItemView = {
  activity: () => 'asking for approval',
  block(item) {
    const asked = block(`MCP call needs your approval: ${toolName(item, 'server_label')}`, [
      ...argumentLines(item.arguments),
      `Answer with an mcp_approval_response for ${textOf(item.id)}.`,
    ])
    return { ...asked, stands: 'out' }
  },
}

export const mcpApprovalResponse: ItemView = {
  activity: () => 'reading an approval',
  block: (item) =>
    block(titled(item.approve === true ? 'MCP call approved' : 'MCP call not approved', textOf(item.reason))),
}

function section(title: string, text: string): string[] {
  return text === '' ? [] : [title, ...indent(excerpt(text))]
}

/** A plain string in older servers, an object in newer ones. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return textOf(error)
  return textOf(fieldsOf(error).message) || JSON.stringify(error)
}
