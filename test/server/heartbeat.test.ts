import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHeartbeat, type Heartbeat, type HeartbeatOptions } from '../../src/server/heartbeat.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The moments, in seconds, of the heartbeats within so many seconds, with something sent at the moments given. */
function beats(seconds: number, sent: number[] = [], options: HeartbeatOptions = {}): number[] {
  const at: number[] = []
  let now = 0
  const heartbeat: Heartbeat = startHeartbeat(options, () => at.push(now))
  for (now = 1; now <= seconds; now += 1) {
    vi.advanceTimersByTime(1000)
    if (sent.includes(now)) heartbeat.touch()
  }
  heartbeat.stop()
  return at
}

test('B125: 95 silent seconds have a first heartbeat at 5 s and then one every 15 s', () => {
  expect(beats(95)).toEqual([5, 20, 35, 50, 65, 80, 95])
})

test('B125: no heartbeat comes within 15 s of something real', () => {
  expect(beats(60, [2, 10, 24, 30])).toEqual([45, 60])
})

test('both times can be chosen', () => {
  expect(beats(10, [], { first: 1000, interval: 3000 })).toEqual([1, 4, 7, 10])
})

test('stopped, it leaves no timer', () => {
  startHeartbeat({}, () => undefined).stop()
  expect(vi.getTimerCount()).toBe(0)
})
