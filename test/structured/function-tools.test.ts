import { expect, test } from 'vitest'
import { declaration } from '../../src/structured/declaration.js'
import { calledName, findTools } from '../../src/structured/function-tools.js'

const values = { parse: (text: string) => ({ parsed: text }) }
const declared = (name: string): object => ({ type: 'function', name, [declaration]: values })

test('functions are found by their name, and by that of their namespace', () => {
  const tools = [
    { type: 'web_search' },
    { type: 'custom', name: 'c' },
    { type: 'function', name: 'plain' },
    declared('a'),
    { type: 'namespace', name: 'crm', tools: [declared('a')] },
  ]
  expect(findTools(tools)).toEqual(
    new Map([
      ['plain', undefined],
      ['a', values],
      ['crm a', values],
    ]),
  )
})

test.each([
  [{ name: 'a' }, 'a'],
  [{ name: 'a', namespace: null }, 'a'],
  [{ name: 'a', namespace: 'crm' }, 'crm a'],
])('%j asks for %s', (call, name) => {
  expect(calledName(call)).toBe(name)
})

test('a call that came by tool search has the name of its function for a namespace', () => {
  expect(findTools([declared('weather')]).get(calledName({ name: 'weather', namespace: 'weather' }))).toBe(
    values,
  )
})
