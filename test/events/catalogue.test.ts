import { expect, test } from 'vitest'
import { catalogue, isCatalogued, isTerminalEvent, roleOf } from '../../src/events/catalogue.js'
import type { EventRole } from '../../src/events/event-role.js'
import type { ResponseStreamEventType } from '../../src/events/union.js'
import { corpusFiles, payloadsOf } from '../corpus.js'

/** The events of the specification this package began with. */
const specified = [
  'response.created',
  'response.queued',
  'response.in_progress',
  'response.completed',
  'response.failed',
  'response.incomplete',
  'error',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.delta',
  'response.output_text.done',
  'response.output_text.annotation.added',
  'response.refusal.delta',
  'response.refusal.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.mcp_call.in_progress',
  'response.mcp_call_arguments.delta',
  'response.mcp_call_arguments.done',
  'response.mcp_call.completed',
  'response.mcp_call.failed',
  'response.mcp_list_tools.in_progress',
  'response.mcp_list_tools.completed',
  'response.mcp_list_tools.failed',
  'response.audio.delta',
  'response.audio.done',
  'response.audio.transcript.delta',
  'response.audio.transcript.done',
  'response.web_search_call.in_progress',
  'response.web_search_call.searching',
  'response.web_search_call.completed',
  'response.file_search_call.in_progress',
  'response.file_search_call.searching',
  'response.file_search_call.completed',
  'response.code_interpreter_call.in_progress',
  'response.code_interpreter_call.interpreting',
  'response.code_interpreter_call_code.delta',
  'response.code_interpreter_call_code.done',
  'response.code_interpreter_call.completed',
  'response.reasoning_text.delta',
  'response.reasoning_text.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.image_generation_call.in_progress',
  'response.image_generation_call.generating',
  'response.image_generation_call.partial_image',
  'response.image_generation_call.completed',
  'response.custom_tool_call_input.delta',
  'response.custom_tool_call_input.done',
] as const satisfies ResponseStreamEventType[]

/** Events that came later, that nobody documents, or that only compatible servers send. */
const observed = [
  'response.done',
  'response.cancelled',
  'response.error',
  'response.reasoning_part.added',
  'response.reasoning_part.done',
  'response.reasoning.delta',
  'response.reasoning.done',
  'response.mcp_call.executing',
  'response.mcp_call.arguments_delta',
  'response.mcp_call.arguments_done',
  'response.mcp_call_output.delta',
  'response.mcp_call_output.done',
  'response.code_interpreter_call.executing',
  'response.shell_call_command.added',
  'response.shell_call_command.delta',
  'response.shell_call_command.done',
  'response.shell_call_output_content.delta',
  'response.shell_call_output_content.done',
  'response.apply_patch_call_operation_diff.delta',
  'response.apply_patch_call_operation_diff.done',
  'response.compaction.compacting',
  'keepalive',
  'response.rate_limits.updated',
  'rate_limits.updated',
  'codex.rate_limits',
  'response.x_search_call.in_progress',
  'response.x_search_call.searching',
  'response.x_search_call.completed',
  'response.code_execution_call.in_progress',
  'response.code_execution_call.executing',
  'response.code_execution_call.completed',
] as const satisfies ResponseStreamEventType[]

test('B141: the catalogue lists the events of the specification and those seen beside it', () => {
  expect(Object.keys(catalogue).toSorted()).toEqual([...specified, ...observed].toSorted())
})

test('names that every object has are not in the catalogue', () => {
  for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    expect(isCatalogued(type)).toBe(false)
    expect(roleOf({ type })).toBeUndefined()
    expect(isTerminalEvent({ type })).toBe(false)
  }
})

test.each<[EventRole, string[]]>([
  ['lifecycle', ['response.created', 'response.queued', 'response.in_progress']],
  [
    'terminal',
    ['response.completed', 'response.failed', 'response.incomplete', 'response.done', 'response.cancelled'],
  ],
  ['error', ['error', 'response.error']],
  ['keepalive', ['keepalive']],
])('the only %s events are %s', (role, types) => {
  expect(Object.keys(catalogue).filter((type) => roleOf({ type }) === role)).toEqual(types)
})

test.skipIf(corpusFiles.length === 0)(
  'recorded streams hold no event that the catalogue does not know',
  () => {
    const unknown = corpusFiles
      .flatMap(([, path]) => payloadsOf(path))
      .map(({ type }) => String(type))
      .filter((type) => !isCatalogued(type))
    expect(unknown).toEqual([])
  },
)
