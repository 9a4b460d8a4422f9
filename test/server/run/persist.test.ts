import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MillraceError } from '../../../src/errors/millrace-error.js'
import { persist } from '../../../src/server/run/persist.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails with each of these in turn, then succeeds. */
function writing(...failures: unknown[]): { write: () => Promise<void>; calls: () => number } {
  let calls = 0
  return {
    calls: () => calls,
    async write() {
      calls += 1
      if (calls <= failures.length) throw failures[calls - 1]
    },
  }
}
const broken = new Error('disk full')
const refused = new MillraceError('log_gap', 'The next number is another one.')

test('a driver that fails is asked again, after 50, 100, 200, … ms, five times', async () => {
  const { write, calls } = writing(...Array.from({ length: 6 }, () => broken))
  const outcome = persist(write).catch((error: unknown) => error)
  const seen: number[] = []
  for (const wait of [0, 50, 100, 200, 400, 800]) {
    await vi.advanceTimersByTimeAsync(wait)
    seen.push(calls())
  }
  expect([seen, await outcome]).toEqual([[1, 2, 3, 4, 5, 6], broken])
})

test('what the store refuses is final, unless it says that an earlier attempt had succeeded', async () => {
  const first = writing(refused)
  await expect(persist(first.write, () => true)).rejects.toBe(refused)
  const second = writing(broken, refused)
  const done = persist(second.write, (refusal) => refusal.code === 'log_gap')
  await vi.advanceTimersByTimeAsync(50)
  await expect(done).resolves.toBeUndefined()
  expect([first.calls(), second.calls()]).toEqual([1, 2])
})
