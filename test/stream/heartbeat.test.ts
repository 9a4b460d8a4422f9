import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from '../../src/stream/heartbeat.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('beats after each interval of silence and not within one of a real write', () => {
  const beats: number[] = []
  const start = Date.now()
  const heartbeat = createHeartbeat(1000, () => beats.push(Date.now() - start))
  vi.advanceTimersByTime(900)
  heartbeat.wrote()
  vi.advanceTimersByTime(2200)
  expect(beats).toEqual([1900, 2900])
  heartbeat.stop()
  vi.advanceTimersByTime(5000)
  expect([beats.length, vi.getTimerCount()]).toEqual([2, 0])
})

it('is off at 0', () => {
  createHeartbeat(0, () => expect.unreachable())
  expect(vi.getTimerCount()).toBe(0)
})
