import { expect, test } from 'vitest'
import { happy, keepalive, numbered, toSSE } from '../../src/testing/index.js'

const opened = {
  id: 'resp_t',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: 'm-test',
  output: [],
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: null,
}
const place = { item_id: 'msg_0', output_index: 0, content_index: 0 }
const message = {
  id: 'msg_0',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi there', annotations: [] }],
}

test('happy() is a whole answer in ten events', () => {
  expect(happy()).toEqual([
    { type: 'response.created', response: opened },
    { type: 'response.in_progress', response: opened },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...message, status: 'in_progress', content: [] },
    },
    {
      type: 'response.content_part.added',
      ...place,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    { type: 'response.output_text.delta', ...place, delta: 'Hi t', logprobs: [] },
    { type: 'response.output_text.delta', ...place, delta: 'here', logprobs: [] },
    { type: 'response.output_text.done', ...place, text: 'Hi there', logprobs: [] },
    { type: 'response.content_part.done', ...place, part: message.content[0] },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response: { ...opened, status: 'completed', output: [message] } },
  ])
})

test('happy() halves its text between characters, never inside one', () => {
  const deltas = happy('a🌍').flatMap((event) =>
    event.type === 'response.output_text.delta' ? event.delta : [],
  )
  expect(deltas).toEqual(['a', '🌍'])
})

test('numbered() counts from 0, or from where it is told, and keeps a number that is there', () => {
  const own = { type: 'keepalive', sequence_number: 99 }
  expect(numbered([keepalive(), own, keepalive()])).toEqual([
    { type: 'keepalive', sequence_number: 0 },
    { type: 'keepalive', sequence_number: 99 },
    { type: 'keepalive', sequence_number: 2 },
  ])
  expect(numbered([keepalive()], 7)).toEqual([{ type: 'keepalive', sequence_number: 7 }])
})

test('toSSE() gives the bytes of a body, with event lines or without', () => {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  expect(text(toSSE([keepalive(), keepalive()]))).toBe(
    'event: keepalive\ndata: {"type":"keepalive"}\n\nevent: keepalive\ndata: {"type":"keepalive"}\n\n',
  )
  expect(text(toSSE([keepalive()], { eventLine: false }))).toBe('data: {"type":"keepalive"}\n\n')
})
