import { describe, expect, test } from 'vitest'
import { created } from '../../../src/testing/event-builders.js'
import { fold, without } from '../fold.js'

const added = (item: object): object => ({ type: 'response.output_item.added', output_index: 0, item })

describe('commands', () => {
  const call = { id: 'sh_0', type: 'shell_call', call_id: 'call_0', status: 'in_progress' }
  const opening = [created(), added({ ...call, action: { commands: [], timeout_ms: null } })]
  const event = (kind: string, index: number, fields: object): object => {
    return { type: `response.shell_call_command.${kind}`, output_index: 0, command_index: index, ...fields }
  }
  const withCommands = (...commands: string[]): object => ({
    ...call,
    action: { commands, timeout_ms: null },
  })

  test('are added, grow and end, each by its index and without an id', () => {
    const { output, rules } = fold([
      ...opening,
      event('added', 0, { command: '' }),
      event('delta', 0, { delta: 'ls ' }),
      event('added', 1, { command: 'pwd' }),
      event('delta', 0, { delta: '-a' }),
      event('done', 0, { command: 'ls -a' }),
      event('done', 1, { command: 'pwd' }),
    ])
    expect([output, rules]).toEqual([[withCommands('ls -a', 'pwd')], []])
  })

  test('that were never added are made, the item too', () => {
    const { output, rules } = fold([created(), event('delta', 0, { delta: 'ls' })])
    expect(output).toEqual([
      { id: '', type: 'shell_call', status: 'in_progress', action: { commands: ['ls'] } },
    ])
    expect(rules).toEqual(['item-not-added', 'command-part-missing'])
  })

  test('without an index go to the open one', () => {
    const { output, rules } = fold([
      ...opening,
      event('added', 0, { command: '' }),
      without(event('delta', 0, { delta: 'ls' }), 'command_index' as never),
    ])
    expect([output, rules]).toEqual([[withCommands('ls')], ['command-index-invalid']])
  })

  test('are not erased by an item that brings none', () => {
    const done = {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...call, status: 'completed', action: { commands: [] } },
    }
    const { output } = fold([...opening, event('added', 0, { command: 'ls' }), done])
    expect(output).toEqual([{ ...call, status: 'completed', action: { commands: ['ls'] } }])
  })

  test('are repaired where the item has no action', () => {
    const { output } = fold([
      created(),
      added({ ...call, action: null }),
      event('added', 0, { command: 'ls' }),
    ])
    expect(output).toEqual([{ ...call, action: { commands: ['ls'] } }])
  })
})

describe('output', () => {
  const item = { id: 'sho_0', type: 'shell_call_output', call_id: 'call_0', status: 'in_progress' }
  const opening = [created(), added({ ...item, output: [] })]
  const place = { item_id: 'sho_0', output_index: 0, command_index: 0 }
  const delta = (fields: object, command_index = 0): object => {
    return { type: 'response.shell_call_output_content.delta', ...place, command_index, delta: fields }
  }
  const done = (output: unknown): object => ({
    type: 'response.shell_call_output_content.done',
    ...place,
    output,
  })
  const exit = (exit_code: number): object => ({ type: 'exit', exit_code })

  test('grows by stream and command, and ends with the whole', () => {
    const { output, rules } = fold([
      ...opening,
      delta({ stdout: 'a' }),
      delta({ stderr: 'oh' }, 1),
      delta({ stdout: 'b', stderr: '!' }),
      done([{ stdout: 'ab', stderr: '!', outcome: exit(2) }]),
    ])
    expect(output).toEqual([
      {
        ...item,
        output: [
          { stdout: 'ab', stderr: '!', outcome: exit(2) },
          { stdout: '', stderr: 'oh', outcome: exit(0) },
        ],
      },
    ])
    expect(rules).toEqual([])
  })

  test('comes in the order in which the commands have some', () => {
    const { output, rules } = fold([...opening, delta({ stdout: 'b' }, 1), delta({ stdout: 'a' })])
    const outcome = exit(0)
    expect(output).toEqual([
      {
        ...item,
        output: [
          { stdout: 'a', stderr: '', outcome },
          { stdout: 'b', stderr: '', outcome },
        ],
      },
    ])
    expect(rules).toEqual([])
  })

  test('that is none is left out', () => {
    const { output, rules } = fold([
      ...opening,
      delta({ stdout: 'a' }),
      { ...delta({}), delta: null },
      done([]),
      done('x'),
    ])
    expect(output).toEqual([{ ...item, output: [{ stdout: 'a', stderr: '', outcome: exit(0) }] }])
    expect(rules).toEqual(['field-invalid'])
  })
})
