import { describe, expect, it } from 'vitest'
import { shouldRetry } from '../../src/client/retry.js'
import { apiErrorFromStatus } from '../../src/errors/api-error.js'
import { APIConnectionError, APIUserAbortError } from '../../src/errors/connection-error.js'

const withStatus = (
  status: number,
  headers: Record<string, string> = {},
  code: string | null = null,
): ReturnType<typeof apiErrorFromStatus> =>
  apiErrorFromStatus(status, { message: 'no', code }, new Headers(headers))

describe('shouldRetry', () => {
  it.each([
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [503, true],
    [529, true],
    [400, false],
    [401, false],
    [404, false],
    [422, false],
  ])('status %d: %s', (status, expected) => {
    expect(shouldRetry(withStatus(status))).toBe(expected)
  })

  it('follows x-should-retry against the status', () => {
    expect(shouldRetry(withStatus(400, { 'x-should-retry': 'true' }))).toBe(true)
    expect(shouldRetry(withStatus(500, { 'x-should-retry': 'false' }))).toBe(false)
    expect(shouldRetry(withStatus(500, { 'x-should-retry': 'maybe' }))).toBe(true)
  })

  it('retries a lost connection, never an abort', () => {
    expect(shouldRetry(new APIConnectionError())).toBe(true)
    expect(shouldRetry(new APIUserAbortError())).toBe(false)
  })

  it('does not knock again at an exhausted quota (B048)', () => {
    expect(shouldRetry(withStatus(429, {}, 'usage_limit_reached'))).toBe(false)
  })
})
