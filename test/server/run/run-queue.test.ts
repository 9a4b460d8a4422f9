import { expect, test } from 'vitest'
import { createRunQueue } from '../../../src/server/run/run-queue.js'

test('so many work at a time, the others in the order in which they came', async () => {
  const queue = createRunQueue(2)
  const log: string[] = []
  const ends: Record<string, () => void> = {}
  const add = (name: string): boolean =>
    queue.add(() => {
      log.push(name)
      return new Promise<void>((resolve) => (ends[name] = resolve))
    })
  for (const name of ['a', 'b', 'c', 'd']) add(name)
  expect(log).toEqual(['a', 'b'])
  ends.b?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(log).toEqual(['a', 'b', 'c'])
})

test('a job that fails frees its place', async () => {
  const queue = createRunQueue(1)
  const log: number[] = []
  queue.add(() => Promise.reject(new Error('boom')))
  queue.add(async () => log.push(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(log).toEqual([1])
})

test('once it is closed nothing begins any more', async () => {
  const queue = createRunQueue(1)
  const log: string[] = []
  let end = (): void => undefined
  queue.add(() => new Promise<void>((resolve) => (end = resolve)))
  queue.add(async () => log.push('waiting'))
  queue.close()
  expect(queue.add(async () => log.push('late'))).toBe(false)
  end()
  await new Promise((resolve) => setTimeout(resolve))
  expect(log).toEqual([])
})
