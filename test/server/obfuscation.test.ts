import { expect, test } from 'vitest'
import { obfuscated } from '../../src/server/obfuscation.js'

const delta = (text: string) => ({
  type: 'response.output_text.delta' as const,
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  delta: text,
  logprobs: [],
})

test.each([[''], ['a'], ['Hello'], ['exactly sixteen!'], ['🌍 and more than sixteen']])(
  '%j is padded to a multiple of 16 UTF-16 units',
  (text) => {
    const event = obfuscated(delta(text))
    if (!('obfuscation' in event) || typeof event.obfuscation !== 'string')
      throw new TypeError('There is no padding.')
    expect((text.length + event.obfuscation.length) % 16).toBe(0)
    expect(event.obfuscation).toMatch(/^[\w-]{0,15}$/)
    expect({ ...event, obfuscation: undefined }).toEqual({ ...delta(text), obfuscation: undefined })
  },
)

test('the padding is random, the event that was given stays as it was', () => {
  const event = delta('Hello')
  expect(obfuscated(event)).not.toEqual(obfuscated(event))
  expect(event).toEqual(delta('Hello'))
})

test.each([
  {
    type: 'response.refusal.delta' as const,
    item_id: 'msg_0',
    output_index: 0,
    content_index: 0,
    delta: 'No',
  },
  {
    type: 'response.output_text.done' as const,
    item_id: 'msg_0',
    output_index: 0,
    content_index: 0,
    text: 'Hello',
    logprobs: [],
  },
  {
    type: 'response.shell_call_output_content.delta' as const,
    item_id: 'sho_0',
    output_index: 0,
    command_index: 0,
    delta: { stdout: 'a' },
  },
  { type: 'keepalive' as const },
])('$type is left alone', (event) => {
  expect(obfuscated(event)).toBe(event)
})
