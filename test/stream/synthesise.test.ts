import { describe, expect, it } from 'vitest'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { synthesiseEvents } from '../../src/stream/synthesise.js'
import { functionCall, message, reasoning, refusalMessage, response } from '../../src/testing/index.js'

const whole = response('completed', [
  reasoning(0, ['thinking']),
  message(1, 'Hi there'),
  functionCall(2, '{"a":1}'),
  refusalMessage(3, 'No.'),
])

describe('synthesiseEvents', () => {
  it('makes the events that a server would have streamed', () => {
    expect([...synthesiseEvents(whole)].map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
  })

  it('folds to the response it came from, with nothing to complain about', async () => {
    const stream = ResponseStream.from([...synthesiseEvents(whole)], { strict: true })
    const { output_text, ...folded } = await stream.finalResponse()
    expect(folded).toEqual(whole)
    expect(output_text).toBe('Hi there')
    expect(stream.diagnostics).toEqual([])
  })

  it.each([
    ['failed', 'response.failed'],
    ['cancelled', 'response.failed'],
    ['incomplete', 'response.incomplete'],
  ] as const)('ends a %s response with %s', (status, type) => {
    expect([...synthesiseEvents({ ...response('completed', []), status })].at(-1)?.type).toBe(type)
  })

  it('does not end a response that goes on', () => {
    expect([...synthesiseEvents(response('in_progress', []))].at(-1)?.type).toBe('response.in_progress')
  })
})
