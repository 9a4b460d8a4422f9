import { afterEach, describe, expect, it, vi } from 'vitest'
import { retryDelay, shouldRetry } from '../../src/client/retry.js'
import { apiErrorFromStatus } from '../../src/errors/api-error.js'
import { APIConnectionError, APIUserAbortError } from '../../src/errors/connection-error.js'

afterEach(() => void vi.restoreAllMocks())

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

describe('retryDelay', () => {
  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after-ms': '120', 'retry-after': '3' }, 120],
    [{ 'retry-after': '0' }, 0],
  ])('is what the server asked: %j', (headers, expected) => {
    expect(retryDelay(withStatus(429, headers), 0)).toBe(expected)
  })

  it('is the time until the date the server named', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
    expect(retryDelay(withStatus(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }), 0)).toBe(7_000)
    vi.useRealTimers()
  })

  it.each([
    [0, 0.999, 499.5],
    [1, 0.999, 999],
    [3, 0.5, 2_000],
    [4, 1, 8_000],
    [30, 1, 8_000],
    [5, 0, 0],
  ])('for retry %d is anything below a doubling cap: random %d gives %d', (retry, random, expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    expect(retryDelay(new APIConnectionError(), retry)).toBe(expected)
  })
})
