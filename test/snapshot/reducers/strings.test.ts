import { describe, expect, test } from 'vitest'
import { created, itemAdded, itemDone } from '../../../src/testing/event-builders.js'
import { fold, loose } from '../fold.js'

// The strings that grow in an item, family by family: the same for each, so one table.

interface Family {
  /** The events are `<name>.delta` and `<name>.done`, the latter with the whole in `field`. */
  name: string
  field: string
  /** The item as it was added, and as it is with a string. */
  added: object
  withString: (value: string) => object
  /** What an event makes of an item that was never added. */
  made: (value: string) => object
}

const place = { item_id: 'it_0', output_index: 0 }
const status = 'in_progress'
const call = { call_id: 'call_0', name: 'f' }

function inItem(name: string, type: string, field: string, made: object = {}): Family {
  const added = { id: 'it_0', type, status, ...call }
  return {
    name,
    field,
    added,
    withString: (value) => ({ ...added, [field]: value }),
    made: (value) => ({ id: 'it_0', type, status, ...made, [field]: value }),
  }
}

const patch = {
  id: 'it_0',
  type: 'apply_patch_call',
  status,
  operation: { type: 'create_file', path: 'a.txt' },
}

const families: Family[] = [
  inItem('response.function_call_arguments', 'function_call', 'arguments', { call_id: '', name: '' }),
  inItem('response.mcp_call_arguments', 'mcp_call', 'arguments'),
  inItem('response.custom_tool_call_input', 'custom_tool_call', 'input'),
  inItem('response.code_interpreter_call_code', 'code_interpreter_call', 'code'),
  {
    name: 'response.apply_patch_call_operation_diff',
    field: 'diff',
    added: patch,
    withString: (diff) => ({ ...patch, operation: { ...patch.operation, diff } }),
    made: (diff) => ({ id: 'it_0', type: 'apply_patch_call', status, operation: { diff } }),
  },
]

describe.each(families)('$name', ({ name, field, added, withString, made }) => {
  const delta = (value: unknown): object => ({ type: `${name}.delta`, ...place, delta: value })
  const done = (value: unknown): object => ({ type: `${name}.done`, ...place, [field]: value })
  const opening = [created(), { type: 'response.output_item.added', output_index: 0, item: added }]

  test('grows by deltas and ends with the whole', () => {
    const { output, rules } = fold([...opening, delta('{"a'), delta('":1}'), done('{"a":1}')])
    expect([output, rules]).toEqual([[withString('{"a":1}')], []])
  })

  test('comes whole where there were no deltas', () => {
    const { output, rules } = fold([...opening, done('whole')])
    expect([output, rules]).toEqual([[withString('whole')], []])
  })

  test('is what the end says, but never erased by an empty one', () => {
    expect(fold([...opening, delta('a'), done('b')]).output).toEqual([withString('b')])
    const erased = fold([...opening, delta('a'), done('')])
    expect([erased.output, erased.rules]).toEqual([[withString('a')], ['delta-done-mismatch']])
  })

  test('is not touched by what comes after the end', () => {
    const { output, rules } = fold([...opening, done('a'), delta('b')])
    expect([output, rules]).toEqual([[withString('a')], ['delta-after-done']])
  })

  test('makes the item where it was never added', () => {
    const { output, rules } = fold([created(), delta('a'), delta('b')])
    expect([output, rules]).toEqual([[made('ab')], ['item-not-added']])
  })

  test('stays as it was when an event brings no string', () => {
    const { output, rules } = fold([...opening, delta('a'), delta(7), done(null)])
    expect([output, rules]).toEqual([[withString('a')], ['field-invalid', 'field-null']])
  })

  test('does not belong in a message', () => {
    const { rules, text } = fold([
      created(),
      itemAdded(0),
      { ...delta('a'), item_id: 'msg_0' },
      itemDone(0, 'Hi'),
    ])
    expect([text, rules]).toEqual(['Hi', ['item-type-mismatch']])
  })
})

test('a second call keeps its own arguments', () => {
  const [family] = families
  const delta = (index: number, value: string): object => ({
    type: `${family?.name}.delta`,
    item_id: `fc_${index}`,
    output_index: index,
    delta: value,
  })
  const { output } = fold([created(), delta(0, 'a'), delta(1, 'b'), delta(0, 'c'), delta(1, 'd')])
  expect(output.map((item) => Reflect.get(item, 'arguments'))).toEqual(['ac', 'bd'])
})

test('the name on the end of the arguments counts where the item has none', () => {
  const done = { type: 'response.function_call_arguments.done', ...place, arguments: '{}', name: 'grind' }
  expect(fold([created(), done]).output).toMatchObject([{ name: 'grind', arguments: '{}' }])
  const added = {
    type: 'response.output_item.added',
    output_index: 0,
    item: { id: 'it_0', type: 'function_call', ...call },
  }
  expect(fold([created(), added, done]).output).toMatchObject([{ name: 'f', arguments: '{}' }])
})

test('an item that nobody knows grows where it has the field', () => {
  const item = { id: 'x_0', type: 'x_search_call', input: '' }
  const { output, rules } = fold([
    created(),
    { type: 'response.output_item.added', output_index: 0, item },
    loose({ type: 'response.custom_tool_call_input.delta', item_id: 'x_0', output_index: 0, delta: 'q' }),
  ])
  expect([output, rules]).toEqual([[{ ...item, input: 'q' }], []])
})

test("the early names of the MCP events are read as today's", () => {
  const { output } = fold([
    created(),
    { type: 'response.mcp_call.arguments_delta', ...place, delta: '{' },
    { type: 'response.mcp_call.arguments_done', ...place, arguments: '{}' },
  ])
  expect(output).toEqual([{ id: 'it_0', type: 'mcp_call', status, arguments: '{}' }])
})
