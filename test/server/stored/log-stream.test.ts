import { describe, expect, test, vi } from 'vitest'
import type { LogSlice } from '../../../src/store/event-logs.js'
import type { Backend } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { ask, eventsOf, gate, idOf, parseAll, post, readerOf, readUntil, testServer } from '../support.js'

const streaming = { model: 'm-test', input: 'Hi', background: true, stream: true }

test('100 readers who join at random moments each see every event once, of one serialisation', async () => {
  const store = memoryStore()
  const served = new Set<Uint8Array>()
  const spying: Store = {
    ...store,
    logs: {
      ...store.logs,
      follow(...args) {
        const slices = store.logs.follow(...args)
        return {
          next: async () => noted(await slices.next()),
          ...(slices.return && {
            return: () => slices.return?.() ?? Promise.resolve({ done: true, value: undefined }),
          }),
          [Symbol.asyncIterator]() {
            return this
          },
        }
      },
    },
  }
  function noted(next: IteratorResult<LogSlice, void>): IteratorResult<LogSlice, void> {
    if (next.done !== true) for (const event of next.value.events) served.add(event)
    return next
  }
  const server = testServer(
    async ({ writer }) => {
      const message = writer.message()
      for (let count = 0; count < 300; count += 1) {
        await message.text(`word ${count} `)
        if (count % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      }
      await writer.complete()
    },
    { store: spying },
  )
  const own = await post(server, streaming)
  const reader = readerOf(own)
  const beginning = await readUntil(reader, (text) => text.includes('response.queued'))
  const id = idOf(parseAll(beginning)[0])
  const readers = Array.from({ length: 100 }, async (_, index) => {
    const after = (index * 7) % 50
    await new Promise((resolve) => setTimeout(resolve, (index * 13) % 40))
    const events = await eventsOf(await ask(server, `/${id}?stream=true&starting_after=${after}`))
    return { after, numbers: events.map((event) => event.sequence_number) }
  })
  const all = parseAll(beginning + (await readUntil(reader, () => false)))
  expect(all.map((event) => event.sequence_number)).toEqual([...all.keys()])
  for (const { after, numbers } of await Promise.all(readers)) {
    expect(numbers).toEqual([...all.keys()].slice(after + 1))
  }
  expect(served.size).toBe(all.length)
  await server.close()
})

test('B113: who joins through a slow store misses nothing', async () => {
  const store = memoryStore()
  const slow: Store = {
    ...store,
    logs: {
      ...store.logs,
      read: async (...args) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return store.logs.read(...args)
      },
    },
  }
  const half = gate()
  const server = testServer(
    async ({ writer }) => {
      const message = writer.message()
      for (let count = 0; count < 60; count += 1) {
        if (count === 10) await half.opened
        await message.text('x')
        await new Promise((resolve) => setTimeout(resolve))
      }
      await writer.complete()
    },
    { store: slow },
  )
  const reader = readerOf(await post(server, streaming))
  const beginning = await readUntil(reader, (text) => text.includes('output_text.delta'))
  const id = idOf(parseAll(beginning)[0])
  half.open()
  const joined = await eventsOf(await ask(server, `/${id}?stream=true&starting_after=10`))
  const all = parseAll(beginning + (await readUntil(reader, () => false)))
  expect(joined).toEqual(all.slice(11))
  await server.close()
})

describe('B119: a reader that never reads', () => {
  const run = { letters: 1000, words: 3000 }
  const backend: Backend['respond'] = async ({ writer }) => {
    const message = writer.message()
    for (let count = 0; count < run.words; count += 1) await message.text('x'.repeat(run.letters))
    await writer.complete()
  }

  test('holds nobody else up, is let go, and can come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const server = testServer(backend, { stallTimeout: 10_000 })
    const stalled = readerOf(await post(server, streaming))
    const first = await stalled.read()
    const text = new TextDecoder().decode(first.value)
    const id = idOf(parseAll(text)[0])
    const quick = parseAll(await (await ask(server, `/${id}?stream=true`)).text())
    expect(quick.at(-1)).toMatchObject({ type: 'response.completed' })
    await vi.advanceTimersByTimeAsync(10_000)
    const rest = await readUntil(stalled, () => false)
    const seen = parseAll(text + rest)
    expect(seen.length).toBeLessThan(quick.length)
    const missing = await ask(server, `/${id}?stream=true&starting_after=${seen.length - 1}`)
    expect([...seen, ...parseAll(await missing.text())]).toEqual(quick)
    vi.useRealTimers()
    await server.close()
  }, 20_000)

  test('is not let go while there is nothing for it', async () => {
    vi.useFakeTimers()
    const going = gate()
    const server = testServer(
      async ({ writer }) => {
        await going.opened
        await writer.complete()
      },
      { stallTimeout: 1000 },
    )
    const reader = readerOf(await post(server, streaming))
    const beginning = await readUntil(reader, (text) => text.includes('in_progress"'))
    await vi.advanceTimersByTimeAsync(60_000)
    going.open()
    const events = parseAll(beginning + (await readUntil(reader, () => false)))
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' })
    await server.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

test('B125: a silent background stream gets heartbeats, to whom they are of use', async () => {
  vi.useFakeTimers()
  const server = testServer(() => new Promise(() => undefined), { heartbeat: {} })
  const reader = readerOf(await post(server, streaming))
  const seen: string[] = []
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      seen.push(new TextDecoder().decode(next.value))
  })()
  const beats = (): number => seen.filter((text) => text === ': keep-alive\n\n').length
  await vi.advanceTimersByTimeAsync(4000)
  expect(beats()).toBe(0)
  await vi.advanceTimersByTimeAsync(2000)
  expect(beats()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(beats()).toBe(3)
  await server.close()
  await reading
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('B128: a reader that is slow is held one slice, however long the log is', async () => {
  const store = memoryStore()
  let taken = 0
  const counting: Store = {
    ...store,
    logs: {
      ...store.logs,
      follow(id, after, options) {
        const slices = store.logs.follow(id, after, options)
        const next = slices.next.bind(slices)
        slices.next = async () => {
          const slice = await next()
          if (slice.done !== true) taken += slice.value.events.length
          return slice
        }
        return slices
      },
    },
  }
  const server = testServer(
    async ({ writer }) => {
      const message = writer.message()
      for (let count = 0; count < 5000; count += 1) await message.text('x'.repeat(100))
      await writer.complete()
    },
    { store: counting },
  )
  const id = idOf((await eventsOf(await post(server, streaming)))[0])
  const whole = taken
  const readers = await Promise.all(
    Array.from({ length: 100 }, async () => readerOf(await ask(server, `/${id}?stream=true`))),
  )
  const chunks = await Promise.all(readers.map((reader) => reader.read()))
  expect(whole).toBeGreaterThan(5000)
  expect(taken - whole).toBeLessThanOrEqual(100 * 256)
  for (const { value } of chunks) expect(value?.byteLength).toBeLessThanOrEqual(64 * 1024)
  await Promise.all(readers.map((reader) => reader.cancel()))
  await server.close()
})
