import { expect, test } from 'vitest'
import { toResponseInputItems } from '../../src/structured/input-items.js'

interface Item {
  type: string
  [field: string]: unknown
}

const message = (fields: object = {}): Item => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: '{}', annotations: [] }],
  ...fields,
})
const reasoning = (fields: object = {}): Item => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  ...fields,
})
const call = (fields: object = {}): Item => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{}',
  status: 'completed',
  ...fields,
})

test('parsed values and their errors are taken off', () => {
  const output = [
    message({ content: [{ type: 'output_text', text: '{}', annotations: [], parsed: { a: 1 } }] }),
    call({ parsed_arguments: {}, parse_error: { code: 'schema_mismatch', message: '', path: [] } }),
  ]
  const before = structuredClone(output)
  expect(toResponseInputItems(output)).toEqual([message(), call()])
  expect(output).toEqual(before)
})

test('reasoning stays with its encrypted content, without its status', () => {
  const encrypted = reasoning({ encrypted_content: 'gAAA' })
  expect(toResponseInputItems([{ ...encrypted, status: 'completed' }, call()])).toEqual([encrypted, call()])
})

test('what is null is taken off, but for what must be there', () => {
  const code = {
    type: 'code_interpreter_call',
    id: 'ci_1',
    container_id: 'c',
    status: 'completed',
    code: null,
    outputs: null,
  }
  const image = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: null }
  expect(
    toResponseInputItems([
      reasoning({ encrypted_content: null, content: null, status: null }),
      message({ phase: null, content: [{ type: 'output_text', text: '', annotations: [], logprobs: null }] }),
      code,
      image,
    ]),
  ).toEqual([
    reasoning(),
    message({ content: [{ type: 'output_text', text: '', annotations: [] }] }),
    code,
    image,
  ])
})

test('what the server adds for the reader is taken off', () => {
  const image = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBO' }
  const shell = {
    type: 'shell_call_output',
    id: 'sh_1',
    call_id: 'call_1',
    output: [{ stdout: '', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    status: 'completed',
  }
  const custom = { type: 'custom_tool_call_output', id: 'ct_1', call_id: 'call_2', output: 'x' }
  const output: Item[] = [
    { ...image, revised_prompt: 'a cat', size: '1024x1024', quality: 'high' },
    { ...shell, created_by: 'u', output: shell.output.map((part) => ({ ...part, created_by: 'u' })) },
    { ...custom, status: 'completed', created_by: 'u' },
  ]
  expect(toResponseInputItems(output)).toEqual([image, shell, custom])
})

test('the phase of a message stays', () => {
  expect(toResponseInputItems([message({ phase: 'commentary' })])).toEqual([message({ phase: 'commentary' })])
})

test('calls that were cut off are left out, and the reasoning that led to them', () => {
  expect(
    toResponseInputItems([
      reasoning({ id: 'rs_1' }),
      message(),
      reasoning({ id: 'rs_2' }),
      call({ status: 'incomplete', arguments: '{"a":' }),
      reasoning({ id: 'rs_3' }),
    ]),
  ).toEqual([reasoning({ id: 'rs_1' }), message()])
})

test('reasoning stays with what is left of several calls that it led to', () => {
  const cut = call({ status: 'incomplete' })
  expect(toResponseInputItems([reasoning(), cut, call({ id: 'fc_2' })])).toEqual([
    reasoning(),
    call({ id: 'fc_2' }),
  ])
  expect(toResponseInputItems([reasoning({ id: 'rs_1' }), cut, reasoning({ id: 'rs_2' }), call()])).toEqual([
    reasoning({ id: 'rs_2' }),
    call(),
  ])
  expect(toResponseInputItems([reasoning({ id: 'rs_1' }), reasoning({ id: 'rs_2' }), call()])).toEqual([
    reasoning({ id: 'rs_1' }),
    reasoning({ id: 'rs_2' }),
    call(),
  ])
})

test('a call that is in progress stays when its arguments are whole', () => {
  const whole = call({ status: 'in_progress' })
  expect(toResponseInputItems([whole, call({ status: 'in_progress', arguments: '{"a":' })])).toEqual([whole])
})

test('a message that was cut off stays with its text, one without content does not', () => {
  const cut = message({ status: 'incomplete' })
  expect(toResponseInputItems([cut, message({ status: 'incomplete', content: [] })])).toEqual([cut])
})

test('what only an output has is left out', () => {
  const screen = {
    type: 'computer_call_output',
    id: 'co_1',
    call_id: 'call_1',
    status: 'completed',
    output: {},
  }
  const tools = { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [] }
  const output = [screen, { ...screen, status: 'failed' }, tools, { ...tools, role: 'assistant' }]
  expect(toResponseInputItems([...output, message({ content: null })])).toEqual([screen, tools])
})

test('items that are not known pass', () => {
  const unknown = { type: 'vendor_call', status: 'completed' }
  expect(toResponseInputItems([unknown])).toEqual([unknown])
})

test('a finished call stays whatever its arguments are, for the model is told that they are wrong', () => {
  const wrong = call({ arguments: '{"a":' })
  expect(toResponseInputItems([wrong])).toEqual([wrong])
})
