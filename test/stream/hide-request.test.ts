import { describe, expect, it } from 'vitest'
import { hideRequest } from '../../src/stream/hide-request.js'

const response = {
  id: 'resp_t',
  object: 'response' as const,
  status: 'in_progress' as const,
  created_at: 1,
  model: 'm',
  output: [],
  instructions: 'You are secret.',
  tools: [{ type: 'function' as const, name: 'f', parameters: {}, strict: true }],
  metadata: { tenant: 'a' },
  user: 'u',
  temperature: 1,
}
const event = { type: 'response.created' as const, response, sequence_number: 0 }

describe('hideRequest', () => {
  it('takes the request out of an embedded response and leaves the rest', () => {
    expect(hideRequest(event, false)).toEqual({
      type: 'response.created',
      sequence_number: 0,
      response: {
        id: 'resp_t',
        object: 'response',
        status: 'in_progress',
        created_at: 1,
        model: 'm',
        output: [],
        instructions: null,
        tools: [],
        metadata: {},
        temperature: 1,
      },
    })
  })

  it('never changes the event it was given', () => {
    const copy = structuredClone(event)
    hideRequest(event, false)
    expect(event).toEqual(copy)
  })

  it('shows what is exposed', () => {
    expect(hideRequest(event, true)).toBe(event)
    expect(hideRequest(event, ['metadata'])).toMatchObject({
      response: { metadata: { tenant: 'a' }, instructions: null },
    })
  })

  it('passes events without a response untouched', () => {
    const keepalive = { type: 'keepalive' as const, sequence_number: 3 }
    expect(hideRequest(keepalive, false)).toBe(keepalive)
  })
})
