import type { ItemFamily } from './locate-item.js'
import type { ListName } from './state.js'

/** A string that grows by deltas: where in an item it lives. */
export interface StreamedKind extends ItemFamily {
  /** From the item, or from the element of `list`, to the string. Empty where the element is the string. */
  readonly path: readonly string[]
}

/** One that lives in an element of a list. */
export interface ListKind extends StreamedKind {
  readonly list: ListName
  /** The type an element is taken for that was never added. */
  readonly part?: string
}

export const answerText: ListKind = {
  items: ['message', 'reasoning'],
  list: 'content',
  part: 'output_text',
  path: ['text'],
}
export const reasoningText: ListKind = {
  items: ['reasoning', 'message'],
  list: 'content',
  part: 'reasoning_text',
  path: ['text'],
}
export const summaryText: ListKind = {
  items: ['reasoning'],
  list: 'summary',
  part: 'summary_text',
  path: ['text'],
}
export const functionArguments: StreamedKind = { items: ['function_call', 'mcp_call'], path: ['arguments'] }
export const shellCommand: ListKind = { items: ['shell_call'], list: 'command', path: [] }
export const shellOutput: ListKind = { items: ['shell_call_output'], list: 'command', path: ['stdout'] }
