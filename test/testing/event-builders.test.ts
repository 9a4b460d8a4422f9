import { expect, test } from 'vitest'
import * as build from '../../src/testing/index.js'

const text = { item_id: 'msg_2', output_index: 2, content_index: 1 }
const call = { id: 'fc_2', type: 'function_call', call_id: 'call_2', name: 'f2' }
const summary = { item_id: 'rs_2', output_index: 2, summary_index: 1 }
const opened = build.response('in_progress')

// Every builder once, with places that are not 0, so that no argument can be mistaken for another.
test.each<[string, object, object]>([
  ['queued', build.queued(), { type: 'response.queued', response: { ...opened, status: 'queued' } }],
  [
    'partDone',
    build.partDone(2, 1, 'x'),
    {
      type: 'response.content_part.done',
      ...text,
      part: { type: 'output_text', text: 'x', annotations: [] },
    },
  ],
  [
    'annotationAdded',
    build.annotationAdded(2, 1, 3, { type: 'file_path', file_id: 'file_1', index: 0 }),
    {
      type: 'response.output_text.annotation.added',
      ...text,
      annotation_index: 3,
      annotation: { type: 'file_path', file_id: 'file_1', index: 0 },
    },
  ],
  ['refusalDelta', build.refusalDelta(2, 1, 'no'), { type: 'response.refusal.delta', ...text, delta: 'no' }],
  ['refusalDone', build.refusalDone(2, 1, 'no'), { type: 'response.refusal.done', ...text, refusal: 'no' }],
  [
    'functionCallAdded',
    build.functionCallAdded(2),
    {
      type: 'response.output_item.added',
      output_index: 2,
      item: { ...call, arguments: '', status: 'in_progress' },
    },
  ],
  [
    'argumentsDelta',
    build.argumentsDelta(2, '{'),
    { type: 'response.function_call_arguments.delta', item_id: 'fc_2', output_index: 2, delta: '{' },
  ],
  [
    'argumentsDone',
    build.argumentsDone(2, '{}'),
    {
      type: 'response.function_call_arguments.done',
      item_id: 'fc_2',
      output_index: 2,
      name: 'f2',
      arguments: '{}',
    },
  ],
  [
    'functionCallDone',
    build.functionCallDone(2, '{}'),
    {
      type: 'response.output_item.done',
      output_index: 2,
      item: { ...call, arguments: '{}', status: 'completed' },
    },
  ],
  [
    'reasoningAdded',
    build.reasoningAdded(2),
    {
      type: 'response.output_item.added',
      output_index: 2,
      item: { id: 'rs_2', type: 'reasoning', summary: [] },
    },
  ],
  [
    'summaryPartAdded',
    build.summaryPartAdded(2, 1),
    { type: 'response.reasoning_summary_part.added', ...summary, part: { type: 'summary_text', text: '' } },
  ],
  [
    'summaryDelta',
    build.summaryDelta(2, 1, 'A'),
    { type: 'response.reasoning_summary_text.delta', ...summary, delta: 'A' },
  ],
  [
    'summaryDone',
    build.summaryDone(2, 1, 'A'),
    { type: 'response.reasoning_summary_text.done', ...summary, text: 'A' },
  ],
  [
    'summaryPartDone',
    build.summaryPartDone(2, 1, 'A'),
    { type: 'response.reasoning_summary_part.done', ...summary, part: { type: 'summary_text', text: 'A' } },
  ],
  [
    'reasoningDone',
    build.reasoningDone(2, ['A', 'B']),
    {
      type: 'response.output_item.done',
      output_index: 2,
      item: {
        id: 'rs_2',
        type: 'reasoning',
        summary: [
          { type: 'summary_text', text: 'A' },
          { type: 'summary_text', text: 'B' },
        ],
      },
    },
  ],
  [
    'incomplete',
    build.incomplete('max_output_tokens', [build.refusalMessage(0, 'no')]),
    {
      type: 'response.incomplete',
      response: {
        ...opened,
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [
          {
            id: 'msg_0',
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'refusal', refusal: 'no' }],
          },
        ],
      },
    },
  ],
  [
    'failed',
    build.failed('server_error', 'boom'),
    {
      type: 'response.failed',
      response: { ...opened, status: 'failed', error: { code: 'server_error', message: 'boom' } },
    },
  ],
  ['flatError', build.flatError(null, 'boom'), { type: 'error', code: null, message: 'boom', param: null }],
])('%s', (_, built, event) => {
  expect(built).toEqual(event)
})
