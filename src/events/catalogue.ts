import type { CheckedRole, EventRole, TerminalEventType } from './event-role.js'
import type { EventOfType, ResponseStreamEventType } from './union.js'

/**
 * Every event this package knows, and its role in a stream. The compiler checks it against the
 * interfaces: a type without a row, a row without a type, or a row that contradicts its interface does
 * not compile. What an event means is written at its interface, what it carries in `details.ts`.
 */
export const catalogue: Readonly<Record<ResponseStreamEventType, EventRole>> = {
  'response.created': 'lifecycle',
  'response.queued': 'lifecycle',
  'response.in_progress': 'lifecycle',
  'response.completed': 'terminal',
  'response.failed': 'terminal',
  'response.incomplete': 'terminal',
  error: 'error',
  'response.done': 'terminal',
  'response.cancelled': 'terminal',
  'response.error': 'error',

  'response.output_item.added': 'output',
  'response.output_item.done': 'output',
  'response.content_part.added': 'output',
  'response.content_part.done': 'output',
  'response.reasoning_part.added': 'output',
  'response.reasoning_part.done': 'output',

  'response.output_text.delta': 'output',
  'response.output_text.done': 'output',
  'response.output_text.annotation.added': 'output',
  'response.refusal.delta': 'output',
  'response.refusal.done': 'output',

  'response.reasoning_text.delta': 'output',
  'response.reasoning_text.done': 'output',
  'response.reasoning.delta': 'output',
  'response.reasoning.done': 'output',
  'response.reasoning_summary_part.added': 'output',
  'response.reasoning_summary_part.done': 'output',
  'response.reasoning_summary_text.delta': 'output',
  'response.reasoning_summary_text.done': 'output',

  'response.function_call_arguments.delta': 'output',
  'response.function_call_arguments.done': 'output',
  'response.custom_tool_call_input.delta': 'output',
  'response.custom_tool_call_input.done': 'output',

  'response.mcp_call.in_progress': 'output',
  'response.mcp_call.executing': 'output',
  'response.mcp_call.completed': 'output',
  'response.mcp_call.failed': 'output',
  'response.mcp_call_arguments.delta': 'output',
  'response.mcp_call_arguments.done': 'output',
  'response.mcp_call.arguments_delta': 'output',
  'response.mcp_call.arguments_done': 'output',
  'response.mcp_call_output.delta': 'output',
  'response.mcp_call_output.done': 'output',
  'response.mcp_list_tools.in_progress': 'output',
  'response.mcp_list_tools.completed': 'output',
  'response.mcp_list_tools.failed': 'output',

  'response.web_search_call.in_progress': 'output',
  'response.web_search_call.searching': 'output',
  'response.web_search_call.completed': 'output',
  'response.file_search_call.in_progress': 'output',
  'response.file_search_call.searching': 'output',
  'response.file_search_call.completed': 'output',

  'response.code_interpreter_call.in_progress': 'output',
  'response.code_interpreter_call.interpreting': 'output',
  'response.code_interpreter_call.executing': 'output',
  'response.code_interpreter_call.completed': 'output',
  'response.code_interpreter_call_code.delta': 'output',
  'response.code_interpreter_call_code.done': 'output',

  'response.image_generation_call.in_progress': 'output',
  'response.image_generation_call.generating': 'output',
  'response.image_generation_call.partial_image': 'output',
  'response.image_generation_call.completed': 'output',

  'response.shell_call_command.added': 'output',
  'response.shell_call_command.delta': 'output',
  'response.shell_call_command.done': 'output',
  'response.shell_call_output_content.delta': 'output',
  'response.shell_call_output_content.done': 'output',
  'response.apply_patch_call_operation_diff.delta': 'output',
  'response.apply_patch_call_operation_diff.done': 'output',

  'response.audio.delta': 'stream',
  'response.audio.done': 'stream',
  'response.audio.transcript.delta': 'stream',
  'response.audio.transcript.done': 'stream',

  'response.compaction.compacting': 'output',

  keepalive: 'keepalive',
  'response.rate_limits.updated': 'stream',
  'rate_limits.updated': 'stream',
  'codex.rate_limits': 'stream',

  'response.x_search_call.in_progress': 'output',
  'response.x_search_call.searching': 'output',
  'response.x_search_call.completed': 'output',
  'response.code_execution_call.in_progress': 'output',
  'response.code_execution_call.executing': 'output',
  'response.code_execution_call.completed': 'output',
} satisfies { [Type in ResponseStreamEventType]: CheckedRole<Type> }

/** What the catalogue says of a type. */
export interface CatalogueEntry {
  type: string
  role: EventRole
}

/** A map, because it is faster than an object here and knows nothing of `constructor` and the like. */
const entries: ReadonlyMap<string, CatalogueEntry> = new Map(
  Object.entries(catalogue).map(([type, role]) => [type, { type, role }]),
)

export function entryOf(type: string): CatalogueEntry | undefined {
  return entries.get(type)
}

/** The role of an event, or `undefined` for a type that is not in the catalogue. */
export function roleOf(event: { type: string }): EventRole | undefined {
  return entries.get(event.type)?.role
}

/** Whether a type is in the catalogue. */
export function isCatalogued(type: string): type is ResponseStreamEventType {
  return entries.has(type)
}

/** Whether nothing of the response comes after this event: it completed, failed, was cancelled or ended incomplete. */
export function isTerminalEvent(event: { type: string }): event is EventOfType<TerminalEventType> {
  return roleOf(event) === 'terminal'
}
