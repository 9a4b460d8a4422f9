import { invalidRequest } from '../http-error.js'
import { isObject, missing, oneOf, string, wrongType, type Rule } from './rule.js'

const role = oneOf('user', 'assistant', 'system', 'developer')

/** `input`: a string, or items whose calls and results belong together. */
export const inputRule: Rule = (value, path) => {
  if (typeof value === 'string') return
  if (!Array.isArray(value)) throw wrongType(path, 'one of a string or array of objects', value)
  const items = value.map((item: unknown, index) => itemAt(item, `${path}[${index}]`))
  requireFollowers(items, path)
}

type Item = Record<string, unknown>

function itemAt(item: unknown, path: string): Item {
  if (!isObject(item)) throw wrongType(path, 'an object', item)
  if (isMessage(item)) requireMessage(item, path)
  else if (item.type !== undefined && item.type !== null) string()(item.type, `${path}.type`)
  return item
}

/** An item without a type is a message in short form, or, with an id and nothing else, a reference. */
function isMessage(item: Item): boolean {
  return (
    item.type === 'message' || (item.type === undefined && (item.role !== undefined || item.id === undefined))
  )
}

function requireMessage(item: Item, path: string): void {
  if (item.role === undefined) throw missing(`${path}.role`)
  role(item.role, `${path}.role`)
  if (item.content === undefined) throw missing(`${path}.content`)
  if (typeof item.content === 'string') return
  if (!Array.isArray(item.content))
    throw wrongType(`${path}.content`, 'one of a string or array of objects', item.content)
  item.content.forEach((part: unknown, index) => {
    if (!isObject(part)) throw wrongType(`${path}.content[${index}]`, 'an object', part)
    if (part.type === undefined) throw missing(`${path}.content[${index}].type`)
  })
}

const callOfOutput: Record<string, { call: string; wording: string }> = {
  function_call_output: { call: 'function_call', wording: 'function call output' },
  custom_tool_call_output: { call: 'custom_tool_call', wording: 'custom tool call output' },
}

/**
 * Refuses a result whose call is neither in the input nor among the earlier items. An item that only
 * refers to a stored one may be that call.
 */
export function requireCalls(input: unknown, earlier: readonly object[] = []): void {
  if (!Array.isArray(input)) return
  const path = 'input'
  const items = input.filter(isObject)
  const known: Item[] = [...earlier.map((item) => ({ ...item })), ...items]
  if (
    items.some(
      (item) => item.type === 'item_reference' || (item.type === undefined && item.role === undefined),
    )
  )
    return
  items.forEach((item, index) => {
    const output = typeof item.type === 'string' ? callOfOutput[item.type] : undefined
    if (output === undefined) return
    const callId = item.call_id
    if (callId === undefined) throw missing(`${path}[${index}].call_id`)
    if (typeof callId !== 'string') throw wrongType(`${path}[${index}].call_id`, 'a string', callId)
    if (known.some((other) => other.type === output.call && other.call_id === callId)) return
    throw invalidRequest(`No tool call found for ${output.wording} with call_id ${callId}.`, path)
  })
}

/** Reasoning is only understood together with the output that it led to. */
function requireFollowers(items: readonly Item[], path: string): void {
  items.forEach((item, index) => {
    if (item.type !== 'reasoning') return
    const follower = items.slice(index + 1).find((other) => other.type !== 'reasoning')
    if (follower !== undefined && isOutput(follower)) return
    const name = typeof item.id === 'string' ? `Item '${item.id}'` : `Item ${path}[${index}]`
    throw invalidRequest(
      `${name} of type 'reasoning' was provided without its required following item.`,
      path,
    )
  })
}

function isOutput(item: Item): boolean {
  if (isMessage(item)) return item.role === 'assistant'
  return typeof item.type !== 'string' || !item.type.endsWith('_output')
}
