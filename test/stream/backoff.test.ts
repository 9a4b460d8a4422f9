import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiErrorFromStatus } from '../../src/errors/api-error.js'
import { APIConnectionError } from '../../src/errors/connection-error.js'
import { backoff } from '../../src/stream/backoff.js'

afterEach(() => void vi.restoreAllMocks())

const withStatus = (status: number, headers: Record<string, string>): ReturnType<typeof apiErrorFromStatus> =>
  apiErrorFromStatus(status, { message: 'no' }, new Headers(headers))

describe('backoff', () => {
  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after-ms': '120', 'retry-after': '3' }, 120],
    [{ 'retry-after': '0' }, 0],
  ])('is what the server asked: %j', (headers, expected) => {
    expect(backoff(withStatus(429, headers), 0)).toBe(expected)
  })

  it('is the time until the date the server named', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
    expect(backoff(withStatus(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }), 0)).toBe(7_000)
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
    expect(backoff(new APIConnectionError(), retry)).toBe(expected)
  })
})
