import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import { errorBodyOf, roleOf } from '../../src/stream/event-role.js'
import { parseEvent } from '../../src/events/parse.js'

const event = (value: object): StreamEvent => {
  const parsed = parseEvent({ data: JSON.stringify(value) })
  if (typeof parsed !== 'object') throw new Error('not an event')
  return parsed
}

it.each([
  ['response.created', 'lifecycle'],
  ['response.completed', 'terminal'],
  ['response.failed', 'terminal'],
  ['response.incomplete', 'terminal'],
  ['response.done', 'terminal'],
  ['response.cancelled', 'terminal'],
  ['error', 'error'],
  ['response.error', 'error'],
  ['keepalive', 'keepalive'],
  ['response.output_text.delta', undefined],
  ['response.future', undefined],
  ['__proto__', undefined],
])('%s is %s', (type, role) => {
  expect(roleOf(event({ type, response: {} }))).toBe(role)
})

describe('errorBodyOf', () => {
  const expected = { code: 'c', message: 'm', param: null }

  it('B043: is the same for the flat and the nested form, but for the type that only the nested has', () => {
    expect(errorBodyOf(event({ type: 'error', sequence_number: 2, ...expected }))).toEqual({ body: expected, status: undefined })
    expect(errorBodyOf(event({ type: 'error', sequence_number: 2, error: { type: 't', ...expected } }))).toEqual({
      body: { type: 't', ...expected },
      status: undefined,
    })
  })

  it('B048: takes a status from beside the error', () => {
    expect(errorBodyOf(event({ type: 'error', status_code: 429, error: { message: 'm' } }))).toEqual({ body: { message: 'm' }, status: 429 })
  })
})
