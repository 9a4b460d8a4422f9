import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import { errorOfEvent } from '../../src/stream/error-body.js'
import { parseEvent } from '../../src/events/parse.js'

const event = (value: object): StreamEvent => {
  const parsed = parseEvent({ data: JSON.stringify(value) })
  if (typeof parsed !== 'object') throw new Error('not an event')
  return parsed
}

describe('errorOfEvent', () => {
  const expected = { code: 'c', message: 'm', param: null }

  it('B043: is the same for the flat and the nested form, but for the type that only the nested has', () => {
    expect(errorOfEvent(event({ type: 'error', sequence_number: 2, ...expected }))).toEqual({
      body: expected,
      status: undefined,
    })
    expect(
      errorOfEvent(event({ type: 'error', sequence_number: 2, error: { type: 't', ...expected } })),
    ).toEqual({
      body: { type: 't', ...expected },
      status: undefined,
    })
  })

  it('B048: takes a status from beside the error', () => {
    expect(errorOfEvent(event({ type: 'error', status_code: 429, error: { message: 'm' } }))).toEqual({
      body: { message: 'm' },
      status: 429,
    })
  })
})
