import { isCatalogued } from './catalogue.js'
import type { ResponseStreamEventType } from './union.js'

/** Names that some servers use for an event of another name: xAI, vLLM, Open Responses, relays. */
const aliases = {
  'response.done': 'response.completed',
  'response.cancelled': 'response.failed',
  'response.error': 'error',
  'response.reasoning_part.added': 'response.content_part.added',
  'response.reasoning_part.done': 'response.content_part.done',
  'response.reasoning.delta': 'response.reasoning_text.delta',
  'response.reasoning.done': 'response.reasoning_text.done',
  'response.mcp_call.arguments_delta': 'response.mcp_call_arguments.delta',
  'response.mcp_call.arguments_done': 'response.mcp_call_arguments.done',
  'response.code_interpreter_call.executing': 'response.code_interpreter_call.interpreting',
  'rate_limits.updated': 'response.rate_limits.updated',
} as const satisfies { [Type in ResponseStreamEventType]?: ResponseStreamEventType }

/** The types that are another name of an event. */
export type AliasEventType = keyof typeof aliases

/** The types that stand for themselves. */
export type CanonicalEventType = Exclude<ResponseStreamEventType, AliasEventType>

const aliasTypes: ReadonlySet<string> = new Set(Object.keys(aliases))

export function isAlias(type: string): type is AliasEventType {
  return aliasTypes.has(type)
}

/**
 * The type that an event stands for: its own, the one of which it is an alias, or `undefined` when the
 * catalogue does not know it. `response.done` is told by the status of its response, and counts as
 * completed when that says nothing.
 *
 * @example
 * canonicalType({ type: 'response.reasoning.delta' }) // 'response.reasoning_text.delta'
 */
export function canonicalType(event: { type: string; response?: unknown }): CanonicalEventType | undefined {
  const { type } = event
  if (!isCatalogued(type)) return undefined
  if (type === 'response.done') return terminalTypeOf(event.response) ?? aliases[type]
  return isAlias(type) ? aliases[type] : type
}

const terminalTypes = new Map<unknown, 'response.completed' | 'response.failed' | 'response.incomplete'>([
  ['completed', 'response.completed'],
  ['failed', 'response.failed'],
  ['cancelled', 'response.failed'],
  ['incomplete', 'response.incomplete'],
])

/** The terminal event that goes with the status of a response; `undefined` while it is not terminal. */
export function terminalTypeOf(
  response: unknown,
): 'response.completed' | 'response.failed' | 'response.incomplete' | undefined {
  return typeof response === 'object' && response !== null && 'status' in response
    ? terminalTypes.get(response.status)
    : undefined
}
