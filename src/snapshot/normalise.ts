import type { FoldedResponse, Path } from './fold.js'
import { isObject, type JsonObject, textOf } from './json.js'
import type { ItemState, ListName } from './state.js'

// What enters the fold is completed once, here, so that nothing later appends to `undefined`. The
// objects of the events themselves are never written.

/** What items and parts must have that others append to, by their type. */
const required: Readonly<Record<string, JsonObject | undefined>> = {
  message: { content: [] },
  reasoning: { summary: [] },
  function_call: { arguments: '' },
  mcp_call: { arguments: '' },
  custom_tool_call: { input: '' },
  output_text: { text: '', annotations: [] },
  refusal: { refusal: '' },
  reasoning_text: { text: '' },
  summary_text: { text: '' },
}

/** An item or part with all it must have. */
export function normalise(node: JsonObject): JsonObject {
  const fields = required[textOf(node.type)]
  let whole = node
  for (const field in fields) if ((node[field] ?? null) === null) whole = { ...whole, [field]: fields[field] }
  return whole
}

/** Stands in until an event brings the response itself. No id is invented. */
export function blankResponse(): FoldedResponse {
  return { id: '', object: 'response', status: 'in_progress', output: [] }
}

/** An item that was never added, from what its family says: it is under way, and only a server knows more. */
export function blankItem(type: string, id: unknown): JsonObject {
  const item: JsonObject = { id: textOf(id), type }
  if (type !== 'reasoning') item.status = 'in_progress'
  if (type === 'message') item.role = 'assistant'
  if (type === 'function_call') item.call_id = item.name = ''
  return normalise(item)
}

/** Items of other types may have a `content` or `summary` of any form; it stays as it is. */
export function normaliseItem(item: JsonObject): JsonObject {
  const whole = normalise(item)
  if (item.type !== 'message' && item.type !== 'reasoning') return whole
  const lists: JsonObject = {}
  for (const list of ['content', 'summary'])
    if ((whole[list] ?? null) !== null) lists[list] = normaliseList(whole[list], normalise)
  return { ...whole, ...lists }
}

/** The items or parts in what a server sent for a list of them. */
export function normaliseList(list: unknown, complete: (node: JsonObject) => JsonObject): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject).map(complete) : []
}

/** Where in an item the list is that a name stands for. */
export function pathOfList(item: JsonObject, list: ListName): Path {
  if (list !== 'command') return [list]
  return item.type === 'shell_call' ? ['action', 'commands'] : ['output']
}

/** That list, if it is one. */
export function listOf(item: JsonObject, list: ListName): unknown[] | undefined {
  let value: unknown = item
  for (const key of pathOfList(item, list)) value = isObject(value) ? value[key] : undefined
  return Array.isArray(value) ? value : undefined
}

/** The state of an item whose strings have a rank, but for those that are `known`. */
export function describeItem(item: JsonObject, index: number, rank: number, known?: ItemState): ItemState {
  const state: ItemState = { index, rank }
  for (const list of ['content', 'summary', 'command'] as const) {
    const slots = listOf(item, list)?.map((_, at) => known?.[list]?.[at] ?? { index: at, rank })
    if (slots !== undefined) state[list] = slots
  }
  return state
}
