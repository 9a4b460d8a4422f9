import type { Block } from './block.js'
import type { Fields } from './fields.js'

/** How one type of output item is shown. */
export interface ItemView {
  /** What the model is doing while the item is open, for the status line: `searching the web`. */
  activity(item: Fields): string
  /** What there is to read once the item is done; undefined when there is nothing worth a line. */
  block(item: Fields): Block | undefined
}

/** The name of a tool as people write it. */
export function toolName(item: Fields, owner: 'namespace' | 'server_label' = 'namespace'): string {
  const name = typeof item.name === 'string' && item.name !== '' ? item.name : 'unnamed tool'
  const prefix = item[owner]
  return typeof prefix === 'string' && prefix !== '' ? `${prefix}.${name}` : name
}

/** The id that an answer to the call must name. */
export function callId(item: Fields): string {
  return typeof item.call_id === 'string' && item.call_id !== '' ? ` (${item.call_id})` : ''
}
