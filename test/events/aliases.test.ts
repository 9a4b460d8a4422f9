import { expect, test } from 'vitest'
import { canonicalType, isAlias, terminalTypeOf } from '../../src/events/aliases.js'
import { catalogue } from '../../src/events/catalogue.js'

const types = Object.keys(catalogue)

test.each([
  ['response.cancelled', 'response.failed'],
  ['response.error', 'error'],
  ['response.reasoning_part.added', 'response.content_part.added'],
  ['response.reasoning_part.done', 'response.content_part.done'],
  ['response.reasoning.delta', 'response.reasoning_text.delta'],
  ['response.reasoning.done', 'response.reasoning_text.done'],
  ['response.mcp_call.arguments_delta', 'response.mcp_call_arguments.delta'],
  ['response.mcp_call.arguments_done', 'response.mcp_call_arguments.done'],
  ['response.code_interpreter_call.executing', 'response.code_interpreter_call.interpreting'],
  ['rate_limits.updated', 'response.rate_limits.updated'],
])('%s stands for %s', (type, canonical) => {
  expect(canonicalType({ type })).toBe(canonical)
})

test.each([
  ['completed', 'response.completed'],
  ['failed', 'response.failed'],
  ['cancelled', 'response.failed'],
  ['incomplete', 'response.incomplete'],
  [undefined, 'response.completed'],
  ['toString', 'response.completed'],
])('response.done of status %s stands for %s', (status, canonical) => {
  expect(canonicalType({ type: 'response.done', response: { status } })).toBe(canonical)
})

test('response.done without a response counts as completed', () => {
  expect(canonicalType({ type: 'response.done' })).toBe('response.completed')
  expect(canonicalType({ type: 'response.done', response: null })).toBe('response.completed')
})

test('every other event stands for itself', () => {
  const plain = types.filter((type) => !isAlias(type))
  expect(plain.map((type) => canonicalType({ type }))).toEqual(plain)
})

test('an alias never stands for an alias', () => {
  const targets = types.filter(isAlias).map((type) => canonicalType({ type }) ?? 'nothing')
  expect(targets.filter((type) => isAlias(type) || !(type in catalogue))).toEqual([])
})

test.each(['response.future_thing.delta', 'constructor', '__proto__', ''])(
  '%j stands for nothing',
  (type) => {
    expect(canonicalType({ type })).toBeUndefined()
  },
)

test('a status that is not terminal has no terminal event', () => {
  const statuses = ['queued', 'in_progress', 'unheard_of', undefined, 1]
  expect(statuses.map((status) => terminalTypeOf({ status }))).toEqual(statuses.map(() => undefined))
})
