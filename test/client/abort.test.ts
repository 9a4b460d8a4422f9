import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Clock, guarded, noClock } from '../../src/client/abort.js'
import { APIConnectionTimeoutError } from '../../src/errors/connection-error.js'
import { countedSignal } from './counted-signal.js'
import { rejection } from './rejection.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const forever = (): Promise<never> => new Promise(() => {})
const clockOf = (limit: number): Clock => ({ limit, expired: () => new APIConnectionTimeoutError('late') })

describe('guarded', () => {
  it('gives what the work gives and leaves neither timer nor listener', async () => {
    const { signal, live } = countedSignal()
    const result = await guarded(
      { controller: new AbortController(), signal, clock: clockOf(5) },
      async () => 'done',
    )
    expect([result, live(), vi.getTimerCount()]).toEqual(['done', 0, 0])
  })

  it('leaves neither when the work fails', async () => {
    const { signal, live } = countedSignal()
    const failure = new Error('x')
    const work = (): Promise<never> => Promise.reject(failure)
    expect(
      await rejection(guarded({ controller: new AbortController(), signal, clock: clockOf(5) }, work)),
    ).toBe(failure)
    expect([live(), vi.getTimerCount()]).toEqual([0, 0])
  })

  it('rejects at the abort, with the reason as cause, though the work pays no attention', async () => {
    const { controller: caller, signal, live } = countedSignal()
    const controller = new AbortController()
    const pending = rejection(guarded({ controller, signal, clock: clockOf(5) }, forever))
    caller.abort('enough')
    const error = await pending
    expect(error).toMatchObject({
      name: 'APIUserAbortError',
      code: 'aborted',
      cause: 'enough',
      retryable: false,
    })
    expect(controller.signal.reason).toBe(error)
    expect([live(), vi.getTimerCount()]).toEqual([0, 0])
  })

  it('does not begin under a signal that has aborted', async () => {
    const work = vi.fn<typeof forever>(forever)
    const aborted = { controller: new AbortController(), signal: AbortSignal.abort('early'), clock: noClock }
    expect(await rejection(guarded(aborted, work))).toMatchObject({ code: 'aborted', cause: 'early' })
    expect(work).not.toHaveBeenCalled()
  })

  it('rejects when the clock runs out, not before', async () => {
    const controller = new AbortController()
    const settled = vi.fn<(error: unknown) => void>()
    void guarded({ controller, signal: undefined, clock: clockOf(100) }, forever).catch(settled)
    await vi.advanceTimersByTimeAsync(99)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ message: 'late' }))
    expect(controller.signal.aborted).toBe(true)
  })

  it.each([0, Infinity, 2 ** 40])('does not fire at once with the limit %d', async (limit) => {
    const settled = vi.fn<(error: unknown) => void>()
    const controller = new AbortController()
    void guarded({ controller, signal: undefined, clock: clockOf(limit) }, forever).catch(settled)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(settled).not.toHaveBeenCalled()
  })
})
