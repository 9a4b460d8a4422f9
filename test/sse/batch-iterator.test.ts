import { expect, test } from 'vitest'
import { BatchIterator } from '../../src/sse/batch-iterator.js'

interface Script {
  iterator: BatchIterator<number>
  log: string[]
}

/** Serves these batches one after the other; an error is thrown, the rest is the end. */
function scripted(...batches: (number[] | Error)[]): Script {
  const log: string[] = []
  const iterator = new BatchIterator<number>({
    async next() {
      log.push('next')
      const batch = batches.shift()
      if (batch instanceof Error) throw batch
      return batch
    },
    async close(reason) {
      log.push(`close ${String(reason)}`)
    },
  })
  return { iterator, log }
}

test('items come in order, empty batches are passed over, the end does not close', async () => {
  const { iterator, log } = scripted([1, 2], [], [3])
  const items: number[] = []
  for await (const item of iterator) items.push(item)
  expect(items).toEqual([1, 2, 3])
  expect(log).toEqual(['next', 'next', 'next', 'next'])
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
  expect(log).toHaveLength(4)
})

test('the next batch is asked for when the last one is used up, not before', async () => {
  const { iterator, log } = scripted([1, 2], [3])
  await iterator.next()
  await iterator.next()
  expect(log).toEqual(['next'])
  await iterator.next()
  expect(log).toEqual(['next', 'next'])
})

test('calls that do not wait for each other are served in order, one read at a time', async () => {
  const { iterator, log } = scripted([1], [2, 3], [4])
  const results = await Promise.all(Array.from({ length: 6 }, () => iterator.next()))
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3, 4, undefined, undefined])
  expect(log).toEqual(['next', 'next', 'next', 'next'])
})

test('an error ends it and closes the source with that reason', async () => {
  const { iterator, log } = scripted([1], new Error('broken'))
  expect(await iterator.next()).toEqual({ done: false, value: 1 })
  await expect(iterator.next()).rejects.toThrow('broken')
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
  expect(log).toEqual(['next', 'next', 'close Error: broken'])
})

test('leaving the loop closes the source and drops what was left', async () => {
  const { iterator, log } = scripted([1, 2])
  for await (const _ of iterator) break
  expect(log).toEqual(['next', 'close undefined'])
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
})

test('return does not wait behind a read, whose items are dropped', async () => {
  let serve: (batch: number[]) => void = () => {}
  const iterator = new BatchIterator<number>({
    next: () => new Promise((resolve) => (serve = resolve)),
    close: async () => {},
  })
  const pending = iterator.next()
  expect(await iterator.return()).toEqual({ done: true, value: undefined })
  serve([1])
  expect(await pending).toEqual({ done: true, value: undefined })
})
