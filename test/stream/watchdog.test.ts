import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamIdleError } from '../../src/errors/stream-error.js'
import { createWatchdog, type TimeoutOptions, timeoutOptions } from '../../src/stream/watchdog.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(timeouts: TimeoutOptions) {
  const expired: StreamIdleError[] = []
  const watchdog = createWatchdog(timeouts, Date.now(), (error) => expired.push(error))
  return { watchdog, timers: () => expired.map(({ timer }) => timer), expired }
}

describe('idle', () => {
  it('expires after exactly that much silence', () => {
    const { watchdog, timers } = watch({ idle: 1000 })
    watchdog.wait()
    vi.advanceTimersByTime(999)
    expect(timers()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(timers()).toEqual(['idle'])
  })

  it('starts again with every chunk', () => {
    const { watchdog, timers } = watch({ idle: 1000 })
    for (let chunk = 0; chunk < 5; chunk++) {
      watchdog.wait()
      vi.advanceTimersByTime(900)
      watchdog.rest()
    }
    expect(timers()).toEqual([])
    watchdog.wait()
    vi.advanceTimersByTime(1000)
    expect(timers()).toEqual(['idle'])
  })

  it('does not run while the reader takes its time', () => {
    const { watchdog, timers } = watch({ idle: 1000, progress: 1000, firstEvent: 1000 })
    watchdog.wait()
    vi.advanceTimersByTime(500)
    watchdog.rest()
    vi.advanceTimersByTime(60_000)
    expect(timers()).toEqual([])
    watchdog.wait()
    vi.advanceTimersByTime(499)
    expect(timers()).toEqual([])
  })

  it('is off at 0', () => {
    const { watchdog, timers } = watch({ idle: 0, firstEvent: 0 })
    watchdog.wait()
    vi.advanceTimersByTime(10_000_000)
    expect(timers()).toEqual([])
  })

  it('is 120 s unless told otherwise, also when told undefined', () => {
    const { watchdog, expired } = watch({ idle: undefined })
    watchdog.wait()
    vi.advanceTimersByTime(120_000)
    expect(expired.map(({ message }) => message)).toEqual([
      'Not a byte arrived for 120000 ms (timeout.idle). Raise timeout.idle, or set it to 0 to wait without a limit.',
    ])
  })
})

describe('firstEvent', () => {
  it('counts keepalives as nothing, and an event as the end of it', () => {
    const keepalivesOnly = watch({ firstEvent: 1000, idle: 0 })
    const withEvent = watch({ firstEvent: 1000, idle: 0 })
    for (const { watchdog } of [keepalivesOnly, withEvent]) watchdog.wait()
    withEvent.watchdog.progressed()
    vi.advanceTimersByTime(1000)
    expect([keepalivesOnly.timers(), withEvent.timers()]).toEqual([['firstEvent'], []])
  })
})

describe('progress', () => {
  it('is renewed by events, not by bytes', () => {
    const { watchdog, timers } = watch({ progress: 1000, idle: 0 })
    watchdog.wait()
    vi.advanceTimersByTime(600)
    watchdog.rest()
    watchdog.progressed()
    watchdog.wait()
    vi.advanceTimersByTime(600)
    watchdog.rest()
    watchdog.wait()
    expect(timers()).toEqual([])
    vi.advanceTimersByTime(400)
    expect(timers()).toEqual(['progress'])
  })
})

describe('total', () => {
  it('runs whatever the stream is doing', () => {
    const { watchdog, timers } = watch({ total: 1000 })
    watchdog.wait()
    watchdog.rest()
    watchdog.progressed()
    vi.advanceTimersByTime(1000)
    expect(timers()).toEqual(['total'])
  })
})

it('expires once, and leaves no timer after stop', () => {
  const { watchdog, timers } = watch({ idle: 10, total: 20 })
  watchdog.wait()
  vi.advanceTimersByTime(100)
  expect(timers()).toEqual(['idle'])
  watchdog.stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('takes a plain number as the time to the headers', () => {
  expect(timeoutOptions(5000)).toEqual({ connect: 5000 })
  expect(timeoutOptions(undefined)).toEqual({})
})
