import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import { teeEvents } from '../../src/stream/tee.js'

function source(count: number) {
  const state = { read: 0, returned: 0 }
  const iterator: AsyncIterator<StreamEvent> = {
    async next() {
      if (state.read === count) return { done: true, value: undefined }
      return { done: false, value: { type: 'keepalive', sequence_number: state.read++ } }
    },
    async return() {
      state.returned++
      return { done: true, value: undefined }
    },
  }
  return { iterator, state }
}

async function numbers(events: AsyncIterable<StreamEvent>): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const event of events) seen.push(event.sequence_number)
  return seen
}

it('gives both branches every event', async () => {
  const [left, right] = teeEvents(source(3).iterator, {})
  expect(await Promise.all([numbers(left), numbers(right)])).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ])
})

it('lets one branch be read to its end before the other starts', async () => {
  const [left, right] = teeEvents(source(100).iterator, {})
  expect((await numbers(left)).length).toBe(100)
  expect((await numbers(right)).length).toBe(100)
})

describe('B135: a branch that is not read', () => {
  it('keeps at most the limit of events and then fails alone', async () => {
    const [left, right] = teeEvents(source(100_000).iterator, { limit: 50 })
    expect((await numbers(left)).length).toBe(100_000)
    await expect(numbers(right)).rejects.toMatchObject({ code: 'tee_overflow' })
  })

  it('holds the other back with onFull: wait, and lets it go when it is left', async () => {
    const { iterator, state } = source(100)
    const [left, right] = teeEvents(iterator, { limit: 10, onFull: 'wait' })
    const reading = numbers(left)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(state.read).toBe(10)
    await right[Symbol.asyncIterator]().return?.()
    expect((await reading).length).toBe(100)
  })
})

it('gives the source up when both branches are left, and not before', async () => {
  const { iterator, state } = source(5)
  const [left, right] = teeEvents(iterator, {})
  await left[Symbol.asyncIterator]().return?.()
  expect(state.returned).toBe(0)
  await right[Symbol.asyncIterator]().return?.()
  expect(state.returned).toBe(1)
})
