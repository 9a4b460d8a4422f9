/**
 * Read by the compiler alone: what code that uses the events relies on. A type that leaves the union is a
 * breaking change and makes a `case` below fail; a type that joins it makes the `default:` fail.
 */
import type { CheckedDetails } from '../../src/events/event-details.js'
import type { CheckedRole } from '../../src/events/event-role.js'
import type { ResponseOutputItemDoneEvent } from '../../src/events/output-item.js'
import type { ResponseTextDeltaEvent } from '../../src/events/text.js'
import type { EventOfType, ResponseStreamEvent, ResponseStreamEventType } from '../../src/events/union.js'
import type { UnknownEvent } from '../../src/events/unknown.js'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type AllTrue<Table extends Record<string, true>> = Table
declare function same<A, B>(proof: Same<A, B>): void

type StreamEvent = ResponseStreamEvent | UnknownEvent

export function narrowsByEquality(event: StreamEvent): void {
  if (event.type === 'response.output_text.delta') {
    same<typeof event, ResponseTextDeltaEvent>(true)
  } else if (event.type === 'response.output_item.done') {
    same<typeof event, ResponseOutputItemDoneEvent>(true)
    if (event.item.type === 'function_call') same<typeof event.item.arguments, string>(true)
  } else {
    same<Extract<typeof event, { type: 'response.output_text.delta' }>, never>(true)
  }
  same<typeof event.sequence_number, number | undefined>(true)
}

/** Narrowing by any literal gives that one event and never the unknown one. */
export type Narrowed = AllTrue<{
  [Type in ResponseStreamEventType]: [Extract<StreamEvent, { type: Type }>] extends [EventOfType<Type>]
    ? true
    : false
}>

export function narrowsInSwitch(event: StreamEvent): string {
  switch (event.type) {
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
    case 'response.completed':
    case 'response.failed':
    case 'response.incomplete':
    case 'error':
    case 'response.done':
    case 'response.cancelled':
    case 'response.error':
    case 'response.output_item.added':
    case 'response.output_item.done':
    case 'response.content_part.added':
    case 'response.content_part.done':
    case 'response.reasoning_part.added':
    case 'response.reasoning_part.done':
    case 'response.output_text.delta':
    case 'response.output_text.done':
    case 'response.output_text.annotation.added':
    case 'response.refusal.delta':
    case 'response.refusal.done':
    case 'response.reasoning_text.delta':
    case 'response.reasoning_text.done':
    case 'response.reasoning.delta':
    case 'response.reasoning.done':
    case 'response.reasoning_summary_part.added':
    case 'response.reasoning_summary_part.done':
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_summary_text.done':
    case 'response.function_call_arguments.delta':
    case 'response.function_call_arguments.done':
    case 'response.custom_tool_call_input.delta':
    case 'response.custom_tool_call_input.done':
    case 'response.mcp_call.in_progress':
    case 'response.mcp_call.executing':
    case 'response.mcp_call.completed':
    case 'response.mcp_call.failed':
    case 'response.mcp_call_arguments.delta':
    case 'response.mcp_call_arguments.done':
    case 'response.mcp_call.arguments_delta':
    case 'response.mcp_call.arguments_done':
    case 'response.mcp_call_output.delta':
    case 'response.mcp_call_output.done':
    case 'response.mcp_list_tools.in_progress':
    case 'response.mcp_list_tools.completed':
    case 'response.mcp_list_tools.failed':
    case 'response.web_search_call.in_progress':
    case 'response.web_search_call.searching':
    case 'response.web_search_call.completed':
    case 'response.file_search_call.in_progress':
    case 'response.file_search_call.searching':
    case 'response.file_search_call.completed':
    case 'response.code_interpreter_call.in_progress':
    case 'response.code_interpreter_call.interpreting':
    case 'response.code_interpreter_call.executing':
    case 'response.code_interpreter_call.completed':
    case 'response.code_interpreter_call_code.delta':
    case 'response.code_interpreter_call_code.done':
    case 'response.image_generation_call.in_progress':
    case 'response.image_generation_call.generating':
    case 'response.image_generation_call.partial_image':
    case 'response.image_generation_call.completed':
    case 'response.shell_call_command.added':
    case 'response.shell_call_command.delta':
    case 'response.shell_call_command.done':
    case 'response.shell_call_output_content.delta':
    case 'response.shell_call_output_content.done':
    case 'response.apply_patch_call_operation_diff.delta':
    case 'response.apply_patch_call_operation_diff.done':
    case 'response.audio.delta':
    case 'response.audio.done':
    case 'response.audio.transcript.delta':
    case 'response.audio.transcript.done':
    case 'response.compaction.compacting':
    case 'keepalive':
    case 'response.rate_limits.updated':
    case 'rate_limits.updated':
    case 'codex.rate_limits':
    case 'response.x_search_call.in_progress':
    case 'response.x_search_call.searching':
    case 'response.x_search_call.completed':
    case 'response.code_execution_call.in_progress':
    case 'response.code_execution_call.executing':
    case 'response.code_execution_call.completed':
      same<typeof event, ResponseStreamEvent>(true)
      return event.type
    default:
      same<typeof event, UnknownEvent>(true)
      same<typeof event.anything, unknown>(true)
      return event.type
  }
}

export function keepsTypeAString(event: StreamEvent): string {
  return event.type
}

// @ts-expect-error -- the catalogue wants a row for every type
export const incomplete = {} satisfies { [Type in ResponseStreamEventType]: CheckedRole<Type> }

type McpCallFailed = CheckedDetails<'response.mcp_call.failed'>

export const contradicts = [
  { scope: 'part', item: 'message', delta: 'text' } satisfies CheckedDetails<'response.output_text.delta'>,
  // @ts-expect-error -- the event has a content_index
  { scope: 'item' } satisfies CheckedDetails<'response.output_text.delta'>,
  // @ts-expect-error -- the event has no delta
  { scope: 'part', delta: 'text' } satisfies CheckedDetails<'response.output_text.done'>,
  // @ts-expect-error -- the event has no field of that name
  { scope: 'part', done: 'refusal' } satisfies CheckedDetails<'response.output_text.done'>,
  // @ts-expect-error -- no item has that type
  { scope: 'item', item: 'mcp' } satisfies McpCallFailed,
  // @ts-expect-error -- an mcp_call never has that status
  { scope: 'item', item: 'mcp_call', status: 'searching' } satisfies McpCallFailed,
  // @ts-expect-error -- the event is terminal
  'lifecycle' satisfies CheckedRole<'response.completed'>,
  // @ts-expect-error -- the event is not terminal
  'terminal' satisfies CheckedRole<'response.created'>,
]
