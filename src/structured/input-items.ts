import type { ResponseInputItem } from '../events/input-items.js'
import { isCutOffCall } from './cut-off.js'
import { isObject, listOf, type JSONObject } from './json-schema.js'

/** Added by this package, or by the server for your eyes only: the API refuses them as input. */
const outputOnly: readonly string[] = ['parsed', 'parsed_arguments', 'parse_error', 'created_by']

/** More of that, by the type of the item. */
const outputOnlyByType: Readonly<Record<string, readonly string[]>> = {
  reasoning: ['status'],
  custom_tool_call_output: ['status'],
  image_generation_call: ['action', 'background', 'output_format', 'quality', 'revised_prompt', 'size'],
}

/** Null is refused, but for these, which must be there. */
const nullable: Readonly<Record<string, readonly string[]>> = {
  code_interpreter_call: ['code', 'outputs'],
  image_generation_call: ['result'],
}

/** When an item cannot stand in an input, by its type; one of another type cannot when it was cut off. */
const outOfPlace = new Map<unknown, (item: JSONObject) => boolean>([
  [
    'message',
    ({ content }) => (content ?? null) === null || (Array.isArray(content) && content.length === 0),
  ],
  ['function_call', isCutOffCall],
  ['computer_call_output', ({ status }) => status === 'incomplete' || status === 'failed'],
  ['additional_tools', ({ role }) => role !== 'developer'],
])

/**
 * The output of a response as items for the `input` of the next request: for conversations that you keep yourself,
 * without `previous_response_id`. Nothing is changed in `output`.
 *
 * Taken away is what the API refuses in an input: `parsed`, `parsed_arguments` and `parse_error`, the `status` of
 * reasoning, `created_by`, fields that are null. Reasoning stays, with its `encrypted_content`: with `store: false`, ask
 * for that by `include: ['reasoning.encrypted_content']`.
 *
 * Left out is what cannot stand in an input: calls that were cut off, screens that could not be taken, tools that were
 * not the developer's, messages without content, and reasoning with nothing left behind it. A message that was cut off stays with the text it has.
 */
export function toResponseInputItems(output: readonly { readonly type: string }[]): ResponseInputItem[] {
  const input: ResponseInputItem[] = []
  /** Kept until something follows: the API wants reasoning together with what it led to. */
  let reasoning: ResponseInputItem[] = []
  let isFollowed = false
  for (const item of output) {
    if (item.type === 'reasoning') {
      if (isFollowed) reasoning = []
      reasoning.push(cleanItem(item))
      isFollowed = false
      continue
    }
    isFollowed = true
    if (hasNoPlace({ ...item })) continue
    input.push(...reasoning, cleanItem(item))
    reasoning = []
  }
  return input
}

function hasNoPlace(item: JSONObject): boolean {
  const rule = outOfPlace.get(item['type'])
  return rule === undefined ? item['status'] === 'incomplete' : rule(item)
}

/** What is left has the shape that the API takes; of item types that are not ours, the server that sent them knows. */
function cleanItem(item: { readonly type: string }): ResponseInputItem {
  const clean = withoutOutputOnly({ ...item })
  for (const list of ['content', 'output']) {
    if (!Array.isArray(clean[list])) continue
    clean[list] = listOf(clean[list]).map((part) => (isObject(part) ? withoutOutputOnly(part) : part))
  }
  return clean as { type: string } as ResponseInputItem
}

function withoutOutputOnly(part: JSONObject): JSONObject {
  const type = String(part['type'])
  const entries = Object.entries(part).filter(([key, value]) => {
    if (outputOnly.includes(key) || outputOnlyByType[type]?.includes(key)) return false
    return value !== null || nullable[type]?.includes(key)
  })
  return Object.fromEntries(entries)
}
