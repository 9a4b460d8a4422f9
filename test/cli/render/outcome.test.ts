import { expect, test } from 'vitest'
import { describeError, outcomeBlock } from '../../../src/cli/render/outcome.js'

test('a completed response needs no words', () => {
  expect(outcomeBlock({ status: 'completed' })).toBe(undefined)
})

test('a failure: what happened, its code, what to do', () => {
  const response = { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Too fast.' } }
  expect(outcomeBlock(response)).toEqual({
    lines: ['The response failed: Too fast. (rate_limit_exceeded)', '  Wait a little, then run it again.'],
    stands: 'out',
  })
})

test('incomplete: the reason, and what it means', () => {
  const incomplete = (reason?: string, output_text = '') =>
    outcomeBlock({ status: 'incomplete', incomplete_details: { reason }, output_text })?.lines
  expect([
    incomplete('max_output_tokens', 'Hi'),
    incomplete('max_output_tokens'),
    incomplete('newer_reason'),
    incomplete(),
  ]).toEqual([
    [
      'The response is incomplete: max_output_tokens.',
      '  It reached the limit of output tokens, which reasoning uses up too. What came is printed.',
    ],
    [
      'The response is incomplete: max_output_tokens.',
      '  It reached the limit of output tokens, which reasoning uses up too.',
    ],
    ['The response is incomplete: newer_reason.'],
    ['The response is incomplete: the server gave no reason.'],
  ])
})

test('cancelled, and not finished at all', () => {
  const responses = [{ status: 'cancelled' }, { status: 'queued', id: 'resp_1' }]
  expect(responses.map((response) => outcomeBlock(response)?.lines)).toEqual([
    ['The response was cancelled.'],
    ['The response resp_1 is not finished: queued.'],
  ])
})

test('an error is described by what it has', () => {
  const described = [
    describeError('m', 'c'),
    describeError('m', null),
    describeError('', 'c'),
    describeError(undefined, undefined),
    describeError('code c failed', 'c'),
  ]
  expect(described).toEqual(['m (c)', 'm', 'c', 'the server did not say why.', 'code c failed'])
})
