import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retryAfterOf } from '../../src/errors/retry-after.js'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }))
afterEach(() => void vi.useRealTimers())

describe('retryAfterOf', () => {
  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
  ])('reads the headers %j as %s ms', (headers, expected) => {
    expect(retryAfterOf(new Headers(headers))).toBe(expected)
  })

  it.each([
    ['Please try again in 1.2s.', 1200],
    ['Please try again in 350ms. Visit us.', 350],
    ['Try again in 2m30s', 150_000],
    ['try again in 6m0s.', 360_000],
    ['Try again in 20 seconds', 20_000],
    ['Try again later', undefined],
  ])('reads the prose %j as %s ms', (message, expected) => {
    expect(retryAfterOf(undefined, { message })).toBe(expected)
  })

  it('prefers headers to fields and fields to prose', () => {
    const error = { message: 'try again in 9s', retry_after: 5 }
    expect(retryAfterOf(new Headers({ 'retry-after': '1' }), error)).toBe(1000)
    expect(retryAfterOf(undefined, error)).toBe(5000)
  })
})
