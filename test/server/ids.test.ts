import { expect, test } from 'vitest'
import { isOwnId, newId, newItemId } from '../../src/server/ids.js'

test('B130: an id has its prefix and 192 random bits', () => {
  const ids = Array.from({ length: 1000 }, () => newId('resp'))
  expect(ids.filter((id) => !/^resp_[0-9a-f]{48}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(1000)
})

test.each([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['mcp_list_tools', 'mcpl'],
  ['something_new', 'item'],
])('an item of type %s has an id that begins with %s_', (type, prefix) => {
  expect(newItemId(type)).toMatch(new RegExp(`^${prefix}_[0-9a-f]{48}$`))
})

test.each([
  [`resp_${'0a'.repeat(24)}`, true],
  ['resp_1', false],
  [`msg_${'0'.repeat(48)}`, false],
  [`resp_${'g'.repeat(48)}`, false],
])('isOwnId(%s) is %s', (id, expected) => {
  expect(isOwnId('resp', id)).toBe(expected)
})
