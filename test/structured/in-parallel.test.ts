import { expect, test, vi } from 'vitest'
import { inParallel } from '../../src/structured/in-parallel.js'

/** Work that notes when it begins and ends, and takes one macrotask. */
function noting(notes: string[]): (input: string) => Promise<string> {
  return async (input) => {
    notes.push(`+${input}`)
    await new Promise((resolve) => void setTimeout(resolve))
    notes.push(`-${input}`)
    return input.toUpperCase()
  }
}

test.each([
  [Number.POSITIVE_INFINITY, '+a +b +c -a -b -c'],
  [2, '+a +b -a +c -b -c'],
  [1, '+a -a +b -b +c -c'],
  [0, '+a -a +b -b +c -c'],
  [Number.NaN, '+a -a +b -b +c -c'],
])('%d at a time', async (concurrency, order) => {
  const notes: string[] = []
  expect(await inParallel(['a', 'b', 'c'], { concurrency }, noting(notes))).toEqual(['A', 'B', 'C'])
  expect(notes.join(' ')).toBe(order)
})

test('nothing begins under a signal that has aborted', async () => {
  const work = vi.fn<() => Promise<void>>()
  const running = inParallel(['a'], { concurrency: 1, signal: AbortSignal.abort('no') }, work)
  await expect(running).rejects.toMatchObject({ code: 'aborted', cause: 'no' })
  expect(work).not.toHaveBeenCalled()
})

test('after an error nothing more begins, and what runs is told', async () => {
  const begun: string[] = []
  let told: AbortSignal | undefined
  const running = inParallel(['fails', 'runs', 'waits'], { concurrency: 2 }, async (input, signal) => {
    begun.push(input)
    told = signal
    await Promise.resolve()
    if (input === 'fails') throw new Error('x')
  })
  await expect(running).rejects.toThrow('x')
  await new Promise((resolve) => void setTimeout(resolve))
  expect(begun).toEqual(['fails', 'runs'])
  expect(told?.aborted).toBe(true)
})

test('no listener stays on the signal', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  await inParallel([], { concurrency: 1, signal }, () => Promise.resolve())
  expect(removed).toHaveBeenCalledOnce()
})
