import { expect, it } from 'vitest'
import { rememberWireResponse, wireEvent } from '../../src/stream/wire-event.js'

const delta = {
  type: 'response.output_text.delta',
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  delta: 'Hi',
  sequence_number: 4,
}

it('leaves out what a ResponseStream adds, on a copy', () => {
  const raised = { ...delta, snapshot: 'Hi' }
  expect(wireEvent(raised)).toEqual(delta)
  expect(raised.snapshot).toBe('Hi')
})

it('gives back the response as it was sent', () => {
  const sent = { id: 'resp_t', object: 'response' as const, created_at: 1, model: 'm', output: [] }
  const event = { type: 'response.completed', response: { ...sent, output_text: '' }, sequence_number: 9 }
  rememberWireResponse(event, sent)
  expect(wireEvent(event)).toEqual({ type: 'response.completed', response: sent, sequence_number: 9 })
})

it('leaves out the flat fields that a nested error gained', () => {
  const nested = { type: 'server_error', code: 'x', message: 'boom', param: null }
  const event = { type: 'error', error: nested, code: 'x', message: 'boom', param: null, sequence_number: 1 }
  expect(wireEvent(event)).toEqual({ type: 'error', error: nested, sequence_number: 1 })
})

it('keeps a flat error as it is, and other events as the same object', () => {
  const flat = { type: 'error', code: null, message: 'boom', param: null }
  expect(wireEvent(flat)).toEqual(flat)
  const other = { type: 'response.future', snapshot: 'its own' }
  expect(wireEvent(other)).toBe(other)
})
