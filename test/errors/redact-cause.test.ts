import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { redactCause } from '../../src/errors/redact-cause.js'
import { APIUserAbortError } from '../../src/errors/connection-error.js'

const redact = (text: string): string => text.replaceAll('sk-secret', '[redacted]')

describe('redactCause', () => {
  it.each([
    new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }),
    new AggregateError([new Error('one')], ''),
    undefined,
    { odd: true },
  ])('leaves what holds no secret as it is: %s', (thrown) => {
    expect(redactCause(thrown, redact)).toBe(thrown)
  })

  it('leaves errors of ours as they are', () => {
    const ours = new APIUserAbortError('sk-secret')
    expect(redactCause(ours, redact)).toBe(ours)
  })

  it('redacts a text', () => {
    expect(redactCause('no sk-secret here', redact)).toBe('no [redacted] here')
  })

  it('copies an error that holds one anywhere, with what tells failures apart', () => {
    const socket = Object.assign(new Error('proxy refused sk-secret'), {
      code: 'ECONNREFUSED',
      address: '::1',
      port: 9,
    })
    const thrown = new TypeError('fetch failed', { cause: new AggregateError([socket], '') })
    const copy = redactCause(thrown, redact)
    expect(copy).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: {
        name: 'AggregateError',
        message: '',
        cause: { message: 'proxy refused [redacted]', code: 'ECONNREFUSED', address: '::1', port: 9 },
      },
    })
    expect(inspect(copy, { depth: null, showHidden: true })).not.toContain('sk-secret')
    expect(socket.message).toBe('proxy refused sk-secret')
  })

  it('finds one beside the message, and drops it', () => {
    const copy = redactCause(
      Object.assign(new Error('x'), { config: { headers: { authorization: 'sk-secret' } } }),
      redact,
    )
    expect(copy).toEqual(new Error('x'))
    expect(inspect(copy)).not.toContain('sk-secret')
  })

  it('bears circles', () => {
    const thrown = new Error('sk-secret')
    thrown.cause = thrown
    expect(redactCause(thrown, redact)).toMatchObject({ message: '[redacted]' })
  })
})
