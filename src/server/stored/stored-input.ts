import type { ResponseCreateParams } from '../../events/params.js'
import type { ResponseInputItem } from '../../events/input-items.js'
import type { StoredInputItem } from '../../store/response-record.js'
import { newItemId } from '../ids.js'

/** The input of a turn as `input_items` shows it: items with an id, messages in their long form. */
export function storedInput(input: ResponseCreateParams['input']): StoredInputItem[] {
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : (input ?? [])
  return items.map(storedItem)
}

function storedItem(item: ResponseInputItem): StoredInputItem {
  const isMessage = 'role' in item && 'content' in item
  const type = 'type' in item && typeof item.type === 'string' ? item.type : 'message'
  const id = 'id' in item && typeof item.id === 'string' ? item.id : newItemId(type)
  return Object.assign({}, item, isMessage && longForm(item.role, item.content), { id })
}

function longForm(
  role: string,
  content: unknown,
): { type: 'message'; status?: 'completed'; content?: object[] } {
  if (typeof content !== 'string') return { type: 'message' }
  const part =
    role === 'assistant'
      ? { type: 'output_text', text: content, annotations: [] }
      : { type: 'input_text', text: content }
  return { type: 'message', status: 'completed', content: [part] }
}
