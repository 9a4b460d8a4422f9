import type { CheckedDetails, DetailedEventType, EventDetails } from './event-details.js'

/**
 * Where in the output an event belongs and which string it carries, for every event that tells of the
 * output. Checked against the interfaces, as the catalogue is; apart from it, for reading a stream
 * takes the roles alone.
 */
export const details: Readonly<Record<DetailedEventType, EventDetails>> = {
  'response.output_item.added': { scope: 'item' },
  'response.output_item.done': { scope: 'item' },
  'response.content_part.added': { scope: 'part' },
  'response.content_part.done': { scope: 'part' },
  'response.reasoning_part.added': { scope: 'part', item: 'reasoning' },
  'response.reasoning_part.done': { scope: 'part', item: 'reasoning' },
  'response.output_text.delta': { scope: 'part', item: 'message', delta: 'text' },
  'response.output_text.done': { scope: 'part', item: 'message', done: 'text' },
  'response.output_text.annotation.added': { scope: 'part', item: 'message' },
  'response.refusal.delta': { scope: 'part', item: 'message', delta: 'refusal' },
  'response.refusal.done': { scope: 'part', item: 'message', done: 'refusal' },
  'response.reasoning_text.delta': { scope: 'part', item: 'reasoning', delta: 'text' },
  'response.reasoning_text.done': { scope: 'part', item: 'reasoning', done: 'text' },
  'response.reasoning.delta': { scope: 'part', item: 'reasoning', delta: 'text' },
  'response.reasoning.done': { scope: 'part', item: 'reasoning', done: 'text' },
  'response.reasoning_summary_part.added': { scope: 'summary', item: 'reasoning' },
  'response.reasoning_summary_part.done': { scope: 'summary', item: 'reasoning' },
  'response.reasoning_summary_text.delta': { scope: 'summary', item: 'reasoning', delta: 'text' },
  'response.reasoning_summary_text.done': { scope: 'summary', item: 'reasoning', done: 'text' },
  'response.function_call_arguments.delta': { scope: 'item', item: 'function_call', delta: 'arguments' },
  'response.function_call_arguments.done': { scope: 'item', item: 'function_call', done: 'arguments' },
  'response.custom_tool_call_input.delta': { scope: 'item', item: 'custom_tool_call', delta: 'input' },
  'response.custom_tool_call_input.done': { scope: 'item', item: 'custom_tool_call', done: 'input' },
  'response.mcp_call.in_progress': { scope: 'item', item: 'mcp_call', status: 'in_progress' },
  'response.mcp_call.executing': { scope: 'item', item: 'mcp_call', status: 'calling' },
  'response.mcp_call.completed': { scope: 'item', item: 'mcp_call', status: 'completed' },
  'response.mcp_call.failed': { scope: 'item', item: 'mcp_call', status: 'failed' },
  'response.mcp_call_arguments.delta': { scope: 'item', item: 'mcp_call', delta: 'arguments' },
  'response.mcp_call_arguments.done': { scope: 'item', item: 'mcp_call', done: 'arguments' },
  'response.mcp_call.arguments_delta': { scope: 'item', item: 'mcp_call', delta: 'arguments' },
  'response.mcp_call.arguments_done': { scope: 'item', item: 'mcp_call', done: 'arguments' },
  'response.mcp_call_output.delta': { scope: 'item', item: 'mcp_call', delta: 'output' },
  'response.mcp_call_output.done': { scope: 'item', item: 'mcp_call', done: 'output' },
  'response.mcp_list_tools.in_progress': { scope: 'item', item: 'mcp_list_tools' },
  'response.mcp_list_tools.completed': { scope: 'item', item: 'mcp_list_tools' },
  'response.mcp_list_tools.failed': { scope: 'item', item: 'mcp_list_tools' },
  'response.web_search_call.in_progress': { scope: 'item', item: 'web_search_call', status: 'in_progress' },
  'response.web_search_call.searching': { scope: 'item', item: 'web_search_call', status: 'searching' },
  'response.web_search_call.completed': { scope: 'item', item: 'web_search_call', status: 'completed' },
  'response.file_search_call.in_progress': { scope: 'item', item: 'file_search_call', status: 'in_progress' },
  'response.file_search_call.searching': { scope: 'item', item: 'file_search_call', status: 'searching' },
  'response.file_search_call.completed': { scope: 'item', item: 'file_search_call', status: 'completed' },
  'response.code_interpreter_call.in_progress': {
    scope: 'item',
    item: 'code_interpreter_call',
    status: 'in_progress',
  },
  'response.code_interpreter_call.interpreting': {
    scope: 'item',
    item: 'code_interpreter_call',
    status: 'interpreting',
  },
  'response.code_interpreter_call.executing': {
    scope: 'item',
    item: 'code_interpreter_call',
    status: 'interpreting',
  },
  'response.code_interpreter_call.completed': {
    scope: 'item',
    item: 'code_interpreter_call',
    status: 'completed',
  },
  'response.code_interpreter_call_code.delta': {
    scope: 'item',
    item: 'code_interpreter_call',
    delta: 'code',
  },
  'response.code_interpreter_call_code.done': { scope: 'item', item: 'code_interpreter_call', done: 'code' },
  'response.image_generation_call.in_progress': {
    scope: 'item',
    item: 'image_generation_call',
    status: 'in_progress',
  },
  'response.image_generation_call.generating': {
    scope: 'item',
    item: 'image_generation_call',
    status: 'generating',
  },
  'response.image_generation_call.partial_image': { scope: 'item', item: 'image_generation_call' },
  'response.image_generation_call.completed': {
    scope: 'item',
    item: 'image_generation_call',
    status: 'completed',
  },
  'response.shell_call_command.added': { scope: 'command', item: 'shell_call' },
  'response.shell_call_command.delta': { scope: 'command', item: 'shell_call', delta: 'command' },
  'response.shell_call_command.done': { scope: 'command', item: 'shell_call', done: 'command' },
  'response.shell_call_output_content.delta': { scope: 'command', item: 'shell_call_output' },
  'response.shell_call_output_content.done': { scope: 'command', item: 'shell_call_output' },
  'response.apply_patch_call_operation_diff.delta': {
    scope: 'item',
    item: 'apply_patch_call',
    delta: 'diff',
  },
  'response.apply_patch_call_operation_diff.done': { scope: 'item', item: 'apply_patch_call', done: 'diff' },
  'response.audio.delta': { scope: 'stream', delta: 'audio' },
  'response.audio.transcript.delta': { scope: 'stream', delta: 'transcript' },
  'response.compaction.compacting': { scope: 'item', item: 'compaction' },
  'response.x_search_call.in_progress': { scope: 'item', item: 'x_search_call', status: 'in_progress' },
  'response.x_search_call.searching': { scope: 'item', item: 'x_search_call', status: 'searching' },
  'response.x_search_call.completed': { scope: 'item', item: 'x_search_call', status: 'completed' },
  'response.code_execution_call.in_progress': {
    scope: 'item',
    item: 'code_execution_call',
    status: 'in_progress',
  },
  'response.code_execution_call.executing': {
    scope: 'item',
    item: 'code_execution_call',
    status: 'executing',
  },
  'response.code_execution_call.completed': {
    scope: 'item',
    item: 'code_execution_call',
    status: 'completed',
  },
} satisfies { [Type in DetailedEventType]: CheckedDetails<Type> }

const rows: ReadonlyMap<string, EventDetails> = new Map(Object.entries(details))

/** The row of a type, or `undefined` for one that says nothing of the output. */
export function detailsOf(type: string): EventDetails | undefined {
  return rows.get(type)
}
