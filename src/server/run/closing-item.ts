import type { ItemEventFields } from '../../events/event-fields.js'
import type { ResponseOutputItem } from '../../events/items/output-item.js'
import type { OutputEvent } from '../backend.js'
import { closingPart } from './closing-part.js'
import type { OpenItem } from './open-items.js'

/** How an item ends. Statuses that a type of item does not have become the nearest one it has. */
export type ItemOutcome = 'completed' | 'incomplete' | 'failed'

/**
 * The events that an open item still owes before it can be done, in order: the ends of its parts,
 * the whole of what it streamed, and the stages of its tool.
 */
export function closingItem(item: ResponseOutputItem, open: OpenItem, outcome: ItemOutcome): OutputEvent[] {
  const place = { item_id: item.id ?? '', output_index: open.outputIndex }
  const parts = [...open.parts.values()].flatMap((part) => closingPart(item, part, open.outputIndex, outcome))
  const owed = (owedBy[item.type]?.(item, place, outcome, open) ?? []).filter(
    (event) => !open.seen.has(event.type),
  )
  return [...parts, ...owed]
}

/** The status with which an item of this type ends, where its type has one. */
export function closedStatus(item: ResponseOutputItem, outcome: ItemOutcome): { status?: string } {
  // First-party servers give reasoning no status, unless it was cut off.
  if (item.type === 'reasoning') return outcome === 'completed' ? {} : { status: 'incomplete' }
  if (!('status' in item)) return {}
  if (outcome === 'completed') return { status: 'completed' }
  if (outcome === 'incomplete') return { status: neverIncomplete.has(item.type) ? 'failed' : 'incomplete' }
  return { status: neverFailed.has(item.type) ? 'incomplete' : 'failed' }
}

// A call that got no answer is told as failed, by its event and so by its status.
const neverIncomplete = new Set([
  'web_search_call',
  'image_generation_call',
  'mcp_call',
  'apply_patch_call_output',
])
const neverFailed = new Set([
  'message',
  'function_call',
  'custom_tool_call',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
])

type Owed = (
  item: ResponseOutputItem,
  place: ItemEventFields,
  outcome: ItemOutcome,
  open: OpenItem,
) => OutputEvent[]

const owedBy: Partial<Record<ResponseOutputItem['type'], Owed>> = {
  message: (item, place, outcome) => {
    if (item.type !== 'message' || item.content.length > 0 || outcome !== 'completed') return []
    const at = { ...place, content_index: 0 }
    const part = { type: 'output_text' as const, text: '', annotations: [], logprobs: [] }
    return [
      { type: 'response.content_part.added', ...at, part },
      { type: 'response.output_text.done', ...at, text: '', logprobs: [] },
      { type: 'response.content_part.done', ...at, part },
    ]
  },
  function_call: (item, place) =>
    item.type === 'function_call'
      ? [
          {
            type: 'response.function_call_arguments.done',
            ...place,
            arguments: item.arguments,
            name: item.name,
          },
        ]
      : [],
  custom_tool_call: (item, place) =>
    item.type === 'custom_tool_call'
      ? [{ type: 'response.custom_tool_call_input.done', ...place, input: item.input }]
      : [],
  mcp_call: (item, place, outcome) =>
    item.type === 'mcp_call'
      ? [
          { type: 'response.mcp_call.in_progress', ...place },
          { type: 'response.mcp_call_arguments.done', ...place, arguments: item.arguments },
          {
            type: outcome === 'completed' ? 'response.mcp_call.completed' : 'response.mcp_call.failed',
            ...place,
          },
        ]
      : [],
  mcp_list_tools: (_item, place, outcome) => [
    { type: 'response.mcp_list_tools.in_progress', ...place },
    {
      type: outcome === 'completed' ? 'response.mcp_list_tools.completed' : 'response.mcp_list_tools.failed',
      ...place,
    },
  ],
  web_search_call: whenCompleted((place) => [
    { type: 'response.web_search_call.in_progress', ...place },
    { type: 'response.web_search_call.searching', ...place },
    { type: 'response.web_search_call.completed', ...place },
  ]),
  file_search_call: whenCompleted((place) => [
    { type: 'response.file_search_call.in_progress', ...place },
    { type: 'response.file_search_call.searching', ...place },
    { type: 'response.file_search_call.completed', ...place },
  ]),
  code_interpreter_call: (item, place, outcome) => [
    { type: 'response.code_interpreter_call.in_progress', ...place },
    {
      type: 'response.code_interpreter_call_code.done',
      ...place,
      code: (item.type === 'code_interpreter_call' && item.code) || '',
    },
    ...(outcome === 'completed'
      ? [
          { type: 'response.code_interpreter_call.interpreting' as const, ...place },
          { type: 'response.code_interpreter_call.completed' as const, ...place },
        ]
      : []),
  ],
  image_generation_call: whenCompleted((place) => [
    { type: 'response.image_generation_call.in_progress', ...place },
    { type: 'response.image_generation_call.generating', ...place },
    { type: 'response.image_generation_call.completed', ...place },
  ]),
  // Undocumented events: owed only by who has begun with them.
  apply_patch_call: (item, place, _outcome, open) =>
    item.type === 'apply_patch_call' &&
    'diff' in item.operation &&
    open.seen.has('response.apply_patch_call_operation_diff.delta')
      ? [{ type: 'response.apply_patch_call_operation_diff.done', ...place, diff: item.operation.diff }]
      : [],
}

/** A tool that was interrupted has no stage to say so; only its status does. */
function whenCompleted(stages: (place: ItemEventFields) => OutputEvent[]): Owed {
  return (_item, place, outcome) => (outcome === 'completed' ? stages(place) : [])
}
