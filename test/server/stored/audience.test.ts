import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAudience } from '../../../src/server/stored/audience.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function create(grace: number) {
  const deserted = vi.fn<() => void>()
  return { audience: createAudience(grace, deserted), deserted }
}

test('only the last one who leaves matters', () => {
  const { audience, deserted } = create(0)
  const [first, second] = [audience.join(), audience.join()]
  first(true)
  first(true)
  expect(deserted).not.toHaveBeenCalled()
  second(false)
  expect(deserted).toHaveBeenCalledTimes(1)
})

test('who saw no output may come back for a while', () => {
  const { audience, deserted } = create(1000)
  audience.join()(false)
  vi.advanceTimersByTime(999)
  const leave = audience.join()
  vi.advanceTimersByTime(10_000)
  expect(deserted).not.toHaveBeenCalled()
  leave(false)
  vi.advanceTimersByTime(1000)
  expect(deserted).toHaveBeenCalledTimes(1)
})

test('once it is closed nobody can, and after the run nothing happens', () => {
  const { audience, deserted } = create(1000)
  audience.join()(false)
  audience.close()
  expect(deserted).toHaveBeenCalledTimes(1)
  const over = create(1000)
  over.audience.disband()
  over.audience.join()(true)
  over.audience.close()
  expect(over.deserted).not.toHaveBeenCalled()
})
