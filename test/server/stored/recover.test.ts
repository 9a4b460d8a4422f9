import { expect, test, vi } from 'vitest'
import type { Backend } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { Store } from '../../../src/store/store.js'
import {
  ask,
  eventsOf,
  gate,
  idOf,
  parseAll,
  post,
  readerOf,
  readUntil,
  testServer,
  typesOf,
} from '../support.js'

const streaming = { model: 'm-test', input: 'Hi', background: true, stream: true }
const never = new Promise<never>(() => undefined)

/** What a process that dies does from then on: nothing. */
function mortal(store: Store): { store: Store; die(): void } {
  let dead = false
  const unless =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      dead ? never : call(...args)
  return {
    die: () => void (dead = true),
    store: {
      ...store,
      takeOver: unless(store.takeOver),
      records: {
        ...store.records,
        update: unless(store.records.update),
        listUnfinished: unless(store.records.listUnfinished),
      },
      logs: { ...store.logs, append: unless(store.logs.append) },
    },
  }
}

const background = { maxConcurrentRuns: 1, lease: 100 }
const halfway: Backend['respond'] = async ({ writer }) => {
  await writer.message().text('so far')
  await never
}

test('B115: after a crash the orphaned run is failed, and what had been queued is run', async () => {
  const store = memoryStore()
  const dying = mortal(store)
  const before = testServer(halfway, { store: dying.store, background })
  const reader = readerOf(await post(before, streaming))
  const seen = parseAll(await readUntil(reader, (text) => text.includes('so far')))
  const queued = parseAll(
    await readUntil(readerOf(await post(before, streaming)), (text) => text.includes('response.queued')),
  )
  const foreground = readerOf(await post(before, { ...streaming, background: false }))
  const id = idOf(parseAll(await readUntil(foreground, (text) => text.includes('so far')))[0])
  dying.die()

  const after = testServer(({ writer }) => writer.complete(), { store, background })
  const rest = await eventsOf(
    await ask(after, `/${idOf(seen[0])}?stream=true&starting_after=${seen.length - 1}`),
  )
  const all = [...seen, ...rest]
  expect(all.map((event) => event.sequence_number)).toEqual([...all.keys()])
  expect(typesOf(rest)).toEqual([
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'error',
    'response.failed',
  ])
  const error = { code: 'server_restarted', message: 'The server that produced this response was restarted.' }
  expect(all.at(-1)).toMatchObject({
    response: { status: 'failed', error, output: [{ status: 'incomplete', content: [{ text: 'so far' }] }] },
  })

  const run = await eventsOf(await ask(after, `/${idOf(queued[0])}?stream=true`))
  expect(typesOf(run)).toEqual([
    'response.created',
    'response.queued',
    'response.in_progress',
    'response.completed',
  ])
  expect(run.map((event) => event.sequence_number)).toEqual([0, 1, 2, 3])
  await vi.waitFor(async () =>
    expect(await (await ask(after, `/${id}`)).json()).toMatchObject({ status: 'failed', error }),
  )
  await after.close()
})

test('a run of a living process is left alone, however long it takes', async () => {
  const store = memoryStore()
  const going = gate()
  const one = testServer(
    async ({ writer }) => {
      await going.opened
      await writer.complete()
    },
    { store, background },
  )
  const other = testServer(halfway, { store, background })
  const stream = eventsOf(await post(one, streaming))
  await new Promise((resolve) => setTimeout(resolve, 400))
  going.open()
  expect((await stream).at(-1)).toMatchObject({ type: 'response.completed' })
  await Promise.all([one.close(), other.close()])
})

test('closing: readers are let go without an end, runs come to theirs within the drain', async () => {
  const store = memoryStore()
  const going = gate()
  const server = testServer(
    async ({ writer }) => {
      await writer.message().text('one')
      await going.opened
      await writer.complete()
    },
    { store, background },
  )
  const reader = readerOf(await post(server, streaming))
  const seen = await readUntil(reader, (text) => text.includes('"one"'))
  const waiting = idOf(
    parseAll(await readUntil(readerOf(await post(server, streaming)), (text) => text.includes('queued"')))[0],
  )
  const closing = server.close({ drain: 5000 })
  expect(await readUntil(reader, () => false)).toBe('')
  expect((await post(server, streaming)).status).toBe(503)
  going.open()
  await closing

  const other = testServer(({ writer }) => writer.complete(), { store, background })
  const events = parseAll(seen)
  const rest = await eventsOf(
    await ask(other, `/${idOf(events[0])}?stream=true&starting_after=${events.length - 1}`),
  )
  expect(rest.at(-1)).toMatchObject({ type: 'response.completed' })
  const run = await eventsOf(await ask(other, `/${waiting}?stream=true`))
  expect(run.at(-1)).toMatchObject({ type: 'response.completed', sequence_number: 3 })
  await other.close()
})

test('closing: what takes longer than the drain fails with server_shutdown', async () => {
  const store = memoryStore()
  const server = testServer(halfway, { store })
  const reader = readerOf(await post(server, streaming))
  const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('so far')))[0])
  await server.close({ drain: 20 })
  expect((await store.records.read(id))?.response).toMatchObject({
    status: 'failed',
    error: { code: 'server_shutdown' },
  })
  const { next, closed } = await store.logs.read(id, -1, { limit: 0 })
  expect([next, closed]).toEqual([10, true])
})
