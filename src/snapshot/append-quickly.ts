import type { Fold, FoldedResponse } from './fold.js'
import { isObject, isObjectList, type JsonObject } from './json.js'
import type { LooseEvent } from './loose-event.js'
import { type ItemState, rank } from './state.js'

/** A streamed string: in a part of that type, or, without `list`, in an item of that type. */
interface QuickKind {
  readonly list?: 'content' | 'summary'
  readonly type: string
  readonly field: string
}

/** Nearly all events of nearly all streams. */
const kinds = new Map<unknown, QuickKind>([
  ['response.output_text.delta', { list: 'content', type: 'output_text', field: 'text' }],
  ['response.reasoning_summary_text.delta', { list: 'summary', type: 'summary_text', field: 'text' }],
  ['response.reasoning_text.delta', { list: 'content', type: 'reasoning_text', field: 'text' }],
  ['response.function_call_arguments.delta', { type: 'function_call', field: 'arguments' }],
  ['response.custom_tool_call_input.delta', { type: 'custom_tool_call', field: 'input' }],
  ['response.code_interpreter_call_code.delta', { type: 'code_interpreter_call', field: 'code' }],
])

/**
 * Folds a delta about which nothing is odd: the next number, an open string at its index, no
 * logprobs. It does what the reducer would do, without its searches and allocations; what has been
 * read since the last write is copied all the same. False when anything is odd; then nothing was
 * done.
 */
export function appendQuickly(fold: Fold, event: LooseEvent): boolean {
  const kind = kinds.get(event.type)
  const { delta, output_index, logprobs } = event
  if (kind === undefined || typeof delta !== 'string' || typeof output_index !== 'number') return false
  if (logprobs && !(Array.isArray(logprobs) && logprobs.length === 0)) return false
  const { response, items, sequence_number, terminal } = fold.state
  const next = (sequence_number ?? -1) + 1
  if (event.sequence_number !== next || terminal !== undefined || fold.unnumbered > 0) return false
  const item = response?.output[output_index]
  const state = items[output_index]
  if (
    response === undefined ||
    item === undefined ||
    item.id !== event.item_id ||
    state?.index !== output_index
  )
    return false
  const index =
    kind.list === undefined ? -1 : kind.list === 'content' ? event.content_index : event.summary_index
  const holder = kind.list === undefined ? openItem(item, state) : openPart(item, state, kind.list, index)
  const text = holder?.[kind.field]
  if (holder?.type !== kind.type || typeof text !== 'string') return false
  const owned = fold.owned.has(holder) ? holder : own(fold, response, output_index, kind.list, Number(index))
  owned[kind.field] = text + delta
  fold.state.sequence_number = next
  return true
}

function openItem(item: JsonObject, { rank: ownRank }: ItemState): JsonObject | undefined {
  return ownRank === rank.delta ? item : undefined
}

function openPart(
  item: JsonObject,
  state: ItemState,
  list: 'content' | 'summary',
  index: unknown,
): JsonObject | undefined {
  if (typeof index !== 'number') return undefined
  const slot = state[list]?.[index]
  const parts = item[list]
  const part: unknown = Array.isArray(parts) ? parts[index] : undefined
  return slot?.index === index && slot.rank === rank.delta && isObject(part) ? part : undefined
}

/** Copies what is shared on the way to an item, or to a part of it. */
function own(
  fold: Fold,
  shared: FoldedResponse,
  position: number,
  list: QuickKind['list'],
  index: number,
): JsonObject {
  fold.changed = true
  const response = copy(fold, shared)
  fold.state.response = response
  response.output = copyList(fold, response.output)
  const item = copy(fold, response.output[position] ?? {})
  response.output[position] = item
  const parts = list && item[list]
  if (list === undefined || !isObjectList(parts)) return item
  const owned = copyList(fold, parts)
  item[list] = owned
  const part = copy(fold, owned[index] ?? {})
  owned[index] = part
  return part
}

function copy<T extends object>(fold: Fold, node: T): T {
  return fold.owned.has(node) ? node : adopt(fold, { ...node })
}

function copyList<T>(fold: Fold, list: T[]): T[] {
  return fold.owned.has(list) ? list : adopt(fold, list.slice())
}

function adopt<T extends object>(fold: Fold, node: T): T {
  fold.owned.add(node)
  return node
}
