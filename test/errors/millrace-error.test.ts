import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { APIError, RateLimitError } from '../../src/errors/api-error.js'
import { APIConnectionError, APIConnectionTimeoutError } from '../../src/errors/connection-error.js'
import { attachStreamContext, MillraceError } from '../../src/errors/millrace-error.js'
import { ProtocolError, StreamTruncatedError } from '../../src/errors/stream-error.js'

describe('isInstance', () => {
  it('follows the classes as instanceof does', () => {
    const error = new APIConnectionTimeoutError()
    expect(
      [MillraceError, APIError, APIConnectionError, APIConnectionTimeoutError].map((type) =>
        type.isInstance(error),
      ),
    ).toEqual([true, true, true, true])
    expect(RateLimitError.isInstance(error)).toBe(false)
    expect(MillraceError.isInstance(new Error('other'))).toBe(false)
    expect(MillraceError.isInstance({ code: 'stream_truncated' })).toBe(false)
  })

  it('knows the error of another copy of the package, whatever a minifier calls its class', () => {
    class a extends Error {
      static className = 'MillraceError'
    }
    class b extends a {
      static override className = 'StreamTruncatedError'
    }
    const foreign = Object.assign(new b('cut'), { [Symbol.for('millrace.error')]: true })
    expect(MillraceError.isInstance(foreign)).toBe(true)
    expect(StreamTruncatedError.isInstance(foreign)).toBe(true)
    expect(ProtocolError.isInstance(foreign)).toBe(false)
  })
})

it('has the class as its name and a literal code', () => {
  const error = new StreamTruncatedError('cut')
  expect([error.name, error.code, String(error)]).toEqual([
    'StreamTruncatedError',
    'stream_truncated',
    'StreamTruncatedError: cut',
  ])
})

describe('the context of a stream', () => {
  it('is added once; what the error already says is kept', () => {
    const error = new ProtocolError('item-not-added', 'bad', { sequenceNumber: 7 })
    attachStreamContext(error, { responseId: 'resp_1', sequenceNumber: 5 })
    attachStreamContext(error, { responseId: 'resp_2' })
    expect([error.responseId, error.sequenceNumber]).toEqual(['resp_1', 7])
  })

  it('computes snapshot and checkpoint only when read, and keeps them out of logs', () => {
    let reads = 0
    const snapshot = () => {
      reads++
      return undefined
    }
    const error = attachStreamContext(new StreamTruncatedError('cut'), {
      responseId: 'resp_1',
      snapshot,
      checkpoint: () => undefined,
    })
    expect(inspect(error)).not.toContain('snapshot')
    expect(JSON.stringify(error)).toBe(
      '{"code":"stream_truncated","retryable":true,"name":"StreamTruncatedError","responseId":"resp_1"}',
    )
    expect(reads).toBe(0)
    expect(error.snapshot).toBeUndefined()
    expect(reads).toBe(1)
  })
})
