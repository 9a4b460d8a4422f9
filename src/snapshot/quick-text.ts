import type { Fold } from './fold.js'
import { isObject } from './json.js'
import type { LooseEvent } from './loose-event.js'
import { rank } from './state.js'

/**
 * Folds the event that most of a stream consists of, where nothing about it is odd: a text delta
 * with the next number, for an open part at its index that is already ours to write. No search, no
 * allocation, no copy. False when it is anything else; then nothing was done.
 */
export function appendQuickly({ state, owned }: Fold, event: LooseEvent): boolean {
  const { delta, output_index, content_index, logprobs } = event
  if (typeof delta !== 'string' || typeof output_index !== 'number' || typeof content_index !== 'number') return false
  if (logprobs && !(Array.isArray(logprobs) && logprobs.length === 0)) return false
  const next = (state.sequence_number ?? -1) + 1
  if (event.sequence_number !== next || state.terminal !== undefined) return false
  const itemState = state.items[output_index]
  const slot = itemState?.content?.[content_index]
  if (itemState?.index !== output_index || slot?.index !== content_index || slot.rank !== rank.delta) return false
  const item = state.response?.output[output_index]
  const part: unknown = Array.isArray(item?.content) ? item.content[content_index] : undefined
  if (!isObject(part) || part.type !== 'output_text' || item?.id !== event.item_id || !owned.has(part)) return false
  part.text = String(part.text) + delta
  state.sequence_number = next
  return true
}
