import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackendRun } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { ask, eventsOf, idOf, post, testServer, told, typesOf } from '../support.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store whose appends and updates fail from one of them on, and so many of them. */
function breaking(from: number, count = Infinity): Store {
  const store = memoryStore()
  let calls = 0
  function unreliable<A extends unknown[]>(
    write: (...args: A) => Promise<void>,
  ): (...args: A) => Promise<void> {
    return async (...args) => {
      calls += 1
      if (calls > from && calls <= from + count) throw new Error('disk full')
      return write(...args)
    }
  }
  return {
    ...store,
    records: { ...store.records, update: unreliable(store.records.update) },
    logs: { ...store.logs, append: unreliable(store.logs.append) },
  }
}

async function respond({ writer }: BackendRun): Promise<void> {
  const message = writer.message()
  for (const word of ['one', ' two', ' three']) {
    await message.text(word)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await writer.complete()
}

const background = { lease: 1_000_000 }
const asked = { model: 'm', input: 'Hi' }
const lost = { error: { code: 'run_lost', type: 'server_error' } }
const keyed = { headers: { 'idempotency-key': 'k' } }

/** What comes of it, with all the time that it needs. */
async function patiently<T>(result: Promise<T>): Promise<T> {
  const settled = result.then(
    () => undefined,
    () => undefined,
  )
  let over = false
  void settled.then(() => (over = true))
  while (!over) await vi.advanceTimersByTimeAsync(50)
  return result
}

describe('a store that fails for a moment', () => {
  test.each([
    ['foreground', {}, {}],
    ['with a key', {}, keyed],
    ['background', { background: true }, {}],
  ])('is asked again, and nothing is missing (%s)', async (_what, fields, options) => {
    const server = testServer(respond, { store: breaking(0, 3), background })
    const request = post(server, { ...asked, stream: true, ...fields }, options).then(eventsOf)
    const events = await patiently(request)
    expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()])
    expect(events.at(-1)).toMatchObject({
      response: { status: 'completed', output: [{ content: [{ text: 'one two three' }] }] },
    })
    expect(await told(await ask(server, `/${idOf(events[0])}`))).toMatchObject([200, { status: 'completed' }])
  })
})

describe('a store that has failed for good', () => {
  test('a background run that cannot even be announced is refused, and its key is free', async () => {
    const store = breaking(0)
    const server = testServer(respond, { store, background })
    const request = post(server, { ...asked, background: true }, keyed).then(told)
    expect(await patiently(request)).toMatchObject([503, lost])
    expect(await store.records.listUnfinished()).toEqual([])
  })

  test.each([
    ['background', { background: true }, {}],
    ['with a key', {}, keyed],
  ])('readers are not left waiting, and others may end the run (%s)', async (_what, fields, options) => {
    const server = testServer(respond, { store: breaking(1, 9), background })
    const request = post(server, { ...asked, stream: true, ...fields }, options).then(eventsOf)
    const events = await patiently(request)
    expect(typesOf(events)).not.toContain('response.completed')
    const id = idOf(events[0])
    // It works again: somebody cancels what nobody is at work on.
    const cancelled = ask(server, `/${id}/cancel`, { method: 'POST' }).then(told)
    expect(await patiently(cancelled)).toMatchObject([200, { status: 'cancelled' }])
    const all = await eventsOf(await ask(server, `/${id}?stream=true`))
    if ('background' in fields) expect(all.at(-1)).toMatchObject({ response: { status: 'cancelled' } })
  })

  test('who waits for the whole response is told that it is lost', async () => {
    const server = testServer(respond, { store: breaking(1), background })
    expect(await patiently(post(server, asked, keyed).then(told))).toMatchObject([503, lost])
  })
})
