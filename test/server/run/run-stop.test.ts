import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackendRun } from '../../../src/server/backend.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { added, never, start, typesOf } from './start-run.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('when the answer begins', () => {
  test('at the first output', async () => {
    const { run, events } = start(async function* () {
      yield added
      await never
    })
    await run.started
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
    ])
  })

  test('at started(), so that what fails later is told in the stream', async () => {
    const { run, events } = start(
      async ({ started }) => {
        started()
        throw new Error('boom')
      },
      { openAfter: 1000 },
    )
    await run.started
    await run.result
    expect(typesOf(events)).toEqual(['response.created', 'response.in_progress', 'error', 'response.failed'])
  })

  test('after a second of silence', async () => {
    const { run, events } = start(() => never, { openAfter: 1000 })
    await vi.advanceTimersByTimeAsync(999)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await run.started
    expect(typesOf(events)).toEqual(['response.created', 'response.in_progress'])
  })

  test('for a JSON answer only output counts', async () => {
    const { run } = start(async ({ started }) => {
      started()
      throw new HTTPError({ status: 503, message: 'Busy.' })
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(run.result).rejects.toMatchObject({ status: 503 })
  })
})

describe('stopping', () => {
  const why = new HTTPError({ status: 499, message: 'Gone.' })

  test('aborts the backend at once and ends as cancelled', async () => {
    let signal: AbortSignal | undefined
    const { run, events, sink } = start(async function* (own: BackendRun) {
      signal = own.signal
      yield added
      await never
    })
    await run.started
    run.stop(why, { status: 'cancelled' })
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toBe(why)
    expect(await run.result).toMatchObject({
      status: 'cancelled',
      error: null,
      completed_at: null,
      output: [{ status: 'incomplete' }],
    })
    expect(typesOf(events).slice(3)).toEqual(['response.output_item.done', 'response.failed'])
    expect(sink.ended).toBe(1)
  })

  test('before the answer has begun it rejects', async () => {
    const { run } = start(() => never)
    run.stop(why, { status: 'cancelled' })
    await expect(run.started).rejects.toBe(why)
  })

  test('whatever the backend does afterwards is swallowed', async () => {
    let go = (): void => undefined
    const { run, events } = start(async ({ writer }) => {
      const message = writer.message()
      await new Promise<void>((resolve) => (go = resolve))
      await message.text('too late')
      await writer.message().done()
      await writer.complete()
      throw new Error('too late as well')
    })
    run.stop(why, { status: 'cancelled' })
    const count = events.length
    go()
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toHaveLength(count)
    expect(await run.result).toMatchObject({ status: 'cancelled' })
  })

  test('a backend that never stops does not keep others from running', async () => {
    let rounds = 0
    const { run } = start(async ({ writer }) => {
      const message = writer.message()
      for (; rounds < 1_000_000; rounds += 1) await message.text('x')
    })
    await run.started
    run.stop(why, { status: 'cancelled' })
    const before = rounds
    await vi.advanceTimersByTimeAsync(3)
    expect(rounds - before).toBeLessThan(10)
  })

  test('after the end it does nothing', async () => {
    const { run } = start(async ({ writer }) => writer.complete())
    await run.result
    run.stop(why, { status: 'cancelled' })
    expect(await run.result).toMatchObject({ status: 'completed' })
  })
})
