import { describe, expect, test } from 'vitest'
import type { LogSlice } from '../../../src/store/event-logs.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import { storeConformance } from '../../../src/testing/index.js'
import { events, followed, numbers, textsOf } from '../../../src/testing/store-conformance/expectations.js'
import { completed, record } from '../../../src/testing/store-conformance/records.js'

describe('conformance', () => {
  for (const { name, run } of storeConformance({ create: (options) => ({ store: memoryStore(options) }) }))
    test(name, run)
})

test('B128: all readers share the bytes that the writer gave', async () => {
  const store = memoryStore()
  await store.logs.open('resp_a', 1)
  const live = store.logs.follow('resp_a', -1).next()
  const given = events('x', 'y')
  await store.logs.append('resp_a', 1, 0, given, { terminal: true })
  const slices: LogSlice[] = [await store.logs.read('resp_a', -1)]
  for await (const slice of store.logs.follow('resp_a', -1)) slices.push(slice)
  const first = await live
  if (first.done !== true) slices.push(first.value)
  expect(slices.length).toBe(3)
  for (const slice of slices) {
    expect(slice.events[0]).toBe(given[0])
    expect(slice.events[1]).toBe(given[1])
  }
})

test('the oldest finished responses go when there are too many; running ones stay', async () => {
  const store = memoryStore({ maxRecords: 2 })
  await store.records.create(record('resp_running'))
  for (const id of ['resp_a', 'resp_b', 'resp_c']) {
    await store.records.create(record(id, { response: completed(id) }), { log: true })
  }
  const kept = ['resp_running', 'resp_a', 'resp_b', 'resp_c'].map(
    async (id) => (await store.records.read(id))?.id,
  )
  expect(await Promise.all(kept)).toEqual(['resp_running', undefined, undefined, 'resp_c'])
  await expect(store.logs.read('resp_a', -1)).rejects.toMatchObject({ code: 'log_missing' })
})

test('an open log without a response is dropped a day after its last event, and expire says what it removed', async () => {
  let now = 0
  const store = memoryStore({ now: () => now })
  const day = 24 * 60 * 60_000
  await store.logs.open('resp_a', 1)
  now = day / 2
  await store.logs.append('resp_a', 1, 0, events('x'))
  now = day
  expect(await store.expire()).toEqual({ records: 0, logs: 0, keys: 0 })
  now = 1.5 * day
  expect(await store.expire()).toEqual({ records: 0, logs: 1, keys: 0 })
  await store.records.create(record('resp_b'), { log: true, idempotency: { key: 'k', hash: 'h' } })
  now += 30 * day
  expect(await store.expire()).toEqual({ records: 1, logs: 0, keys: 1 })
})

test('B128: a log with a bound holds no more than it, however much goes through', async () => {
  const store = memoryStore({ maxLogEvents: 100 })
  await store.logs.open('resp_a', 1)
  for (let next = 0; next < 5000; next += 7) {
    await store.logs.append('resp_a', 1, next, numbers(next, next + 7))
    const retainedFrom = Math.max(0, next + 7 - 100)
    const slice = await store.logs.read('resp_a', retainedFrom - 1)
    expect(slice.retainedFrom).toBe(retainedFrom)
    expect(textsOf(slice)).toEqual(textsOf({ ...slice, events: numbers(retainedFrom, next + 7) }))
  }
})

test('neither an append nor a read at the end takes longer in a long log', { retry: 2 }, async () => {
  const store = memoryStore({ maxLogEvents: 0 })
  await store.logs.open('resp_a', 1)
  const event = events('x')
  async function timeOf(first: number, count: number): Promise<number> {
    const start = process.cpuUsage()
    for (let next = first; next < first + count; next += 1) {
      await store.logs.append('resp_a', 1, next, event)
      await store.logs.read('resp_a', next - 1, { limit: 1 })
    }
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  await timeOf(0, 2000)
  const short = await timeOf(2000, 2000)
  for (let next = 4000; next < 200_000; next += 1000) {
    await store.logs.append(
      'resp_a',
      1,
      next,
      Array.from({ length: 1000 }, () => event[0] ?? new Uint8Array()),
    )
  }
  const long = await timeOf(200_000, 2000)
  // A hundred times longer; a copy of it for every append would show as much more than noise.
  expect(long).toBeLessThan(short * 10 + 50)
})

test('a follower keeps nothing of a log that it has left', async () => {
  const store = memoryStore()
  await store.logs.open('resp_a', 1)
  await store.logs.append('resp_a', 1, 0, events('x'), { terminal: true })
  const controller = new AbortController()
  const { signal } = controller
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => ((listeners += 1), add(...args))
  signal.removeEventListener = (...args: Parameters<typeof remove>) => ((listeners -= 1), remove(...args))
  for (let reader = 0; reader < 200; reader += 1) await followed(store.logs.follow('resp_a', -1, { signal }))
  expect(listeners).toBe(0)
})
