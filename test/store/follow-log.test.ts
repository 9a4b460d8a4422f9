import { expect, test } from 'vitest'
import type { LogSlice } from '../../src/store/event-logs.js'
import { followLog } from '../../src/store/follow-log.js'
import { createWakeUps } from '../../src/store/wake-ups.js'
import { followed, numbered, numbers, pause } from '../../src/testing/store-conformance/expectations.js'

/** A log elsewhere: every read takes a while, and sees what was there when it was asked or when it answers. */
function distantLog(delay: number, seenAt: 'start' | 'end') {
  const wakeUps = createWakeUps()
  const events: Uint8Array[] = []
  let closed = false
  let reads = 0
  const slice = (after: number): LogSlice => ({
    first: after + 1,
    events: events.slice(after + 1),
    retainedFrom: 0,
    next: events.length,
    closed,
  })
  return {
    wakeUps,
    async read(_id: string, after: number) {
      reads += 1
      const early = slice(after)
      await pause(delay)
      return seenAt === 'start' ? early : slice(after)
    },
    append(count: number, terminal = false) {
      events.push(...numbers(events.length, events.length + count))
      closed = terminal
      wakeUps.ring('resp_a')
    },
    get reads() {
      return reads
    },
  }
}

test.each(['start', 'end'] as const)(
  'B113: what is appended while a reader is attaching is not lost (a read sees its %s)',
  async (seenAt) => {
    const log = distantLog(20, seenAt)
    log.append(12)
    const reader = followed(followLog(log, 'resp_a', 10))
    for (let count = 0; count < 50; count += 1) {
      log.append(1, count === 49)
      if (count % 5 === 0) await pause(1)
    }
    expect(await reader).toEqual(numbered(11, 62))
  },
)

test('who has seen everything sleeps instead of asking again', async () => {
  const log = distantLog(0, 'end')
  log.append(3)
  const reader = followed(followLog(log, 'resp_a', -1))
  await pause(20)
  expect(log.reads).toBe(1)
  log.append(1, true)
  expect(await reader).toEqual(numbered(0, 4))
  expect(log.reads).toBe(2)
})

test('an error of the store ends the iteration with it', async () => {
  const lost = new Error('The connection is lost.')
  const failing = { wakeUps: createWakeUps(), read: () => Promise.reject(lost) }
  await expect(followLog(failing, 'resp_a', -1).next()).rejects.toBe(lost)
})

test('a reader that never reads costs nothing', () => {
  let first = 0
  const wakeUps = createWakeUps({ onFirst: () => (first += 1) })
  followLog({ wakeUps, read: () => Promise.reject(new Error('not asked')) }, 'resp_a', -1)
  expect(first).toBe(0)
})
