import { get, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Backend, BackendEvent } from '../../src/server/backend.js'
import { serve, type ListeningServer } from '../../src/server/serve.js'
import type { LogSlice } from '../../src/store/event-logs.js'
import { memoryStore } from '../../src/store/memory/memory-store.js'
import type { Store } from '../../src/store/store.js'
import { ask, idOf, parseAll, post, readerOf, readUntil, testServer } from './support.js'

// The cases as they are told, with their full numbers. They take seconds, so they run in continuous integration.

const streaming = { model: 'm-test', input: 'Hi', background: true, stream: true }

function deltas(count: number, letters: number): Backend['respond'] {
  return async ({ writer }) => {
    const message = writer.message()
    const text = 'x'.repeat(letters)
    for (let written = 0; written < count; written += 1) await message.text(text)
    await writer.complete()
  }
}

/** Sound, which unlike text is not repeated by the events at the end. */
async function* sounds(count: number, letters: number): AsyncGenerator<BackendEvent, void, undefined> {
  const delta = 'x'.repeat(letters)
  for (let sent = 0; sent < count; sent += 1) yield { type: 'response.audio.delta', delta }
  yield { type: 'response.completed' }
}

/** A store that counts, for each follower in the order in which they came, the events it was handed. */
function countingStore(): { store: Store; handed: number[]; served: Set<Uint8Array>; left: Set<number> } {
  const store = memoryStore({ maxLogBytes: 0 })
  const handed: number[] = []
  const served = new Set<Uint8Array>()
  const left = new Set<number>()
  const follow: Store['logs']['follow'] = (id, after, options) => {
    const slices = store.logs.follow(id, after, options)
    const follower = handed.push(0) - 1
    const next = slices.next.bind(slices)
    const leave = slices.return?.bind(slices)
    slices.return = async () => {
      left.add(follower)
      return (await leave?.()) ?? { done: true, value: undefined }
    }
    slices.next = async (): Promise<IteratorResult<LogSlice, void>> => {
      const slice = await next()
      if (slice.done === true) return slice
      handed[follower] = (handed[follower] ?? 0) + slice.value.events.length
      for (const event of slice.value.events) served.add(event)
      return slice
    }
    return slices
  }
  return { store: { ...store, logs: { ...store.logs, follow } }, handed, served, left }
}

let listening: ListeningServer | undefined
afterEach(() => listening?.close())

const numbersIn = (text: string): (number | undefined)[] =>
  parseAll(text).map((event) => event.sequence_number ?? undefined)

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  incoming.setEncoding('utf8')
  try {
    for await (const chunk of incoming) text += String(chunk)
  } catch {
    // The server has closed the connection.
  }
  // What is left of an event that did not arrive whole was never seen.
  return text.slice(0, text.lastIndexOf('\n\n') + 2)
}

describe.skipIf(!process.env.CI)('with the numbers of the cases', () => {
  test('B119: 50,000 events of 1 KiB over a socket that nobody reads hold up nobody else', async () => {
    const count = 50_000
    const { store, handed, left } = countingStore()
    listening = await serve(testServer(() => sounds(count, 1024), { store, stallTimeout: 1500 }))
    const url = `${listening.url}/v1/responses`
    const started = await fetch(url, { method: 'POST', body: JSON.stringify({ ...streaming }) })
    const reader = readerOf(started)
    const beginning = await readUntil(reader, (text) => text.includes('response.queued'))
    const quick = readUntil(reader, () => false)
    const id = idOf(parseAll(beginning.slice(0, 10_000))[0])
    const stalled = await new Promise<IncomingMessage>((answered) => {
      get(`${url}/${id}?stream=true`, (incoming) => answered(incoming.pause()))
    })
    const all = numbersIn(beginning + (await quick))
    expect(all).toEqual([...all.keys()])
    expect(all.length).toBeGreaterThan(count)
    // What the two ends of a connection hold for it, in this process and below it.
    expect(handed[1]).toBeLessThan(count / 3)

    const closed = new Promise((resolve) => stalled.socket.once('close', resolve))
    await vi.waitFor(() => expect(left.has(1)).toBe(true), { timeout: 20_000, interval: 50 })
    const seen = numbersIn(await textOf(stalled))
    await closed
    expect(seen.length).toBeLessThan(all.length)
    const rest = await fetch(`${url}/${id}?stream=true&starting_after=${seen.length - 1}`)
    expect([...seen, ...numbersIn(await rest.text())]).toEqual(all)
  }, 60_000)

  test('B128: 100 readers of 60,000 events share one log', async () => {
    const words = 60_000
    const { store, handed, served } = countingStore()
    const server = testServer(deltas(words, 10), { store })
    const own = await (await post(server, streaming)).text()
    const length = handed[0] ?? 0
    expect(length).toBeGreaterThan(words)
    const id = idOf(parseAll(own.slice(0, 10_000))[0])
    const readers = await Promise.all(
      Array.from({ length: 100 }, async () => readerOf(await ask(server, `/${id}?stream=true`))),
    )
    // All are slow: each has taken one chunk, and the log is held for them, once.
    await Promise.all(readers.map((reader) => reader.read()))
    expect(Math.max(...handed.slice(1))).toBeLessThanOrEqual(256)
    for (const reader of readers) while (!(await reader.read()).done);
    expect(handed).toEqual(Array.from({ length: 101 }, () => length))
    expect(served.size).toBe(length)
    await server.close()
  }, 60_000)
})
