import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mergeTimeouts, startClocks, type Timeout } from '../../src/client/timeout.js'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('mergeTimeouts', () => {
  it.each<[Timeout | undefined, Timeout | undefined, Timeout]>([
    [undefined, undefined, {}],
    [5, undefined, 5],
    [{ idle: 1 }, 5, 5],
    [{ idle: 1, total: 2 }, { idle: 3 }, { idle: 3, total: 2 }],
    [{ idle: 1 }, { idle: undefined }, { idle: 1 }],
    [5, { idle: 3 }, { connect: 5, idle: 3 }],
  ])('%j with %j for the request is %j', (client, request, expected) => {
    expect(mergeTimeouts(client, request)).toEqual(expected)
  })
})

describe('startClocks', () => {
  const streaming = { stream: true, slow: false }
  const creating = { stream: false, slow: true }
  const reading = { stream: false, slow: false }

  it.each([
    ['a stream', streaming, {}, 120_000],
    ['a stream', streaming, 7, 7],
    ['a stream', streaming, { connect: 8, firstEvent: 9 }, 8],
    ['a stream', streaming, { connect: 8, firstEvent: 9, total: 3 }, 3],
    ['create', creating, {}, 600_000],
    ['create', creating, { firstEvent: 9 }, 9],
    ['create', creating, { connect: 8, firstEvent: 9 }, 8],
    ['create', creating, { connect: 8, total: 3 }, 3],
    ['create', creating, { connect: 0 }, 0],
    ['create', creating, { connect: 0, total: 3 }, 3],
    ['retrieve', reading, {}, 120_000],
    ['retrieve', reading, 0, 0],
  ])('gives the headers of %s (%j) with timeout %j the limit %d', (_name, call, timeout, limit) => {
    expect(startClocks(timeout, call).headers().limit).toBe(limit)
  })

  it('gives the body its own limit', () => {
    expect(startClocks({}, creating).body().limit).toBe(600_000)
    expect(startClocks({ firstEvent: 5 }, creating).body().limit).toBe(5)
  })

  it('gives the body what a plain number has left after the headers of the same attempt', () => {
    const clocks = startClocks(1_000, creating)
    vi.setSystemTime(5_000)
    clocks.headers()
    vi.setSystemTime(5_400)
    expect(clocks.body().limit).toBe(600)
    vi.setSystemTime(9_000)
    expect(clocks.body().limit).toBe(1)
  })

  it('counts total over attempts, pauses and body', () => {
    const clocks = startClocks({ total: 1_000 }, creating)
    vi.setSystemTime(900)
    expect([clocks.headers().limit, clocks.pause().limit, clocks.body().limit]).toEqual([100, 100, 100])
    vi.setSystemTime(2_000)
    expect(clocks.pause().limit).toBe(1)
  })

  it('counts the total of a stream from when it began, retries and later requests included', () => {
    const clocks = startClocks({ total: 1_000 }, { ...streaming, startedAt: -300 })
    vi.setSystemTime(600)
    expect([clocks.headers().limit, clocks.pause().limit]).toEqual([100, 100])
    expect(clocks.headers().expired()).toMatchObject({
      message:
        'The stream was not finished within 1000 ms (timeout.total). Raise timeout.total, or set it to 0 to wait without a limit.',
      retryable: false,
    })
  })

  it('leaves a pause without a limit when there is no total', () => {
    expect(startClocks({}, creating).pause().limit).toBe(0)
  })

  it.each([
    [
      5,
      'headers',
      'No response headers arrived within 5 ms (timeout). Raise timeout, or set it to 0 to wait without a limit.',
      true,
    ],
    [
      { connect: 5 },
      'headers',
      'No response headers arrived within 5 ms (timeout.connect). Raise timeout.connect, or set it to 0 to wait without a limit.',
      true,
    ],
    [
      { firstEvent: 5 },
      'body',
      'The body was not complete within 5 ms (timeout.firstEvent). Raise timeout.firstEvent, or set it to 0 to wait without a limit.',
      false,
    ],
    [
      { total: 5 },
      'pause',
      'The call was not finished within 5 ms (timeout.total). Raise timeout.total, or set it to 0 to wait without a limit.',
      false,
    ],
  ] as const)(
    'with %j says of the %s which clock ran out and how to change it',
    (timeout, phase, message, retryable) => {
      const error = startClocks(timeout, creating)[phase]().expired()
      expect(error).toMatchObject({
        name: 'APIConnectionTimeoutError',
        code: 'connection_timeout',
        message,
        retryable,
      })
    },
  )
})
