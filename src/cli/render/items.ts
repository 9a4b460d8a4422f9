import type { ResponseOutputItem } from '../../events/items/output-item.js'
import { type Block, block } from './block.js'
import { argumentLines } from './arguments.js'
import { type Fields, fieldsOf, textOf } from './fields.js'
import type { ItemView } from './item-view.js'
import * as calls from './items/calls.js'
import * as code from './items/code.js'
import { compaction } from './items/compaction.js'
import { imageGeneration } from './items/image.js'
import * as mcp from './items/mcp.js'
import * as search from './items/search.js'
import * as shell from './items/shell.js'
import { message, reasoning } from './items/speech.js'
import { xaiTool } from './items/xai.js'

const views: Record<ResponseOutputItem['type'], ItemView> = {
  message,
  reasoning,
  function_call: calls.functionCall,
  function_call_output: calls.callOutput,
  custom_tool_call: calls.customToolCall,
  custom_tool_call_output: calls.callOutput,
  computer_call: calls.computerCall,
  computer_call_output: calls.computerOutput,
  web_search_call: search.webSearch,
  file_search_call: search.fileSearch,
  tool_search_call: search.toolSearch,
  tool_search_output: search.toolSearchOutput,
  additional_tools: search.additionalTools,
  code_interpreter_call: code.codeInterpreter,
  program: code.program,
  program_output: code.programOutput,
  apply_patch_call: code.applyPatch,
  apply_patch_call_output: code.applyPatchOutput,
  shell_call: shell.shellCall,
  shell_call_output: shell.shellOutput,
  local_shell_call: shell.localShellCall,
  local_shell_call_output: shell.localShellOutput,
  mcp_call: mcp.mcpCall,
  mcp_list_tools: mcp.mcpListTools,
  mcp_approval_request: mcp.mcpApprovalRequest,
  mcp_approval_response: mcp.mcpApprovalResponse,
  image_generation_call: imageGeneration,
  compaction,
  x_search_call: xaiTool('X search', 'searching X'),
  code_execution_call: xaiTool('Code', 'running code'),
  view_image_call: xaiTool('Looked at an image', 'looking at an image'),
  view_x_video_call: xaiTool('Watched a video', 'watching a video'),
}

const viewByType = new Map<string, ItemView>(Object.entries(views))

/** An item type of the future: its name and its fields. */
const unknownItem: ItemView = {
  activity: (item) => textOf(item.type),
  block({ type, id: _id, ...fields }) {
    return block(`Output of type ${textOf(type) || 'unknown'}`, argumentLines(fields))
  },
}

/** What the model is doing while this item is open. */
export function itemActivity(item: unknown): string {
  const fields = fieldsOf(item)
  return viewOf(fields).activity(fields)
}

/** What to print about an item that is done, or, with `cutOff`, that never was. */
export function itemBlock(item: unknown, { cutOff = false } = {}): Block | undefined {
  const fields = fieldsOf(item)
  const shown = viewOf(fields).block(fields)
  const remark = cutOff ? 'cut off' : remarks.get(textOf(fields.status))
  if (shown === undefined || remark === undefined) return shown
  return { ...shown, lines: [...shown.lines, `  (${remark})`] }
}

/** Other statuses are not worth a word, nor reliable: some servers leave a finished item `in_progress`. */
const remarks = new Map([
  ['failed', 'failed'],
  ['incomplete', 'cut off'],
])

function viewOf(item: Fields): ItemView {
  return viewByType.get(textOf(item.type)) ?? unknownItem
}
