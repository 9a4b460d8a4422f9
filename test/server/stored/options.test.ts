import { describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../../src/server/backend.js'
import type { ResponsesServerOptions } from '../../../src/server/options.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import {
  ask,
  eventsOf,
  idOf,
  parseAll,
  post,
  readerOf,
  readUntil,
  testServer,
  told,
  typesOf,
} from '../support.js'

const never = new Promise<never>(() => undefined)
const cancel = { method: 'POST' }
const request = { model: 'm', input: 'Hi' }
const hello: Backend['respond'] = async ({ writer }) => {
  await writer.message().text('Hello')
  await writer.complete()
}
const endless: Backend['respond'] = async ({ writer }) => {
  await writer.message().text('so far')
  await never
}

/** A response in flight, after its first output. */
async function inFlight(fields: object, options: Partial<ResponsesServerOptions> = {}) {
  const server = testServer(endless, options)
  const reader = readerOf(await post(server, { ...request, stream: true, ...fields }))
  const seen = await readUntil(reader, (text) => text.includes('so far'))
  return { server, reader, id: idOf(parseAll(seen)[0]) }
}

describe('background without store', () => {
  const unstored = { ...request, background: true, store: false }

  test('is refused by default', async () => {
    expect(await told(await post(testServer(hello), unstored))).toMatchObject([
      400,
      { error: { param: 'background', code: 'unsupported_parameter' } },
    ])
  })

  test('is kept while it runs and for a while after it, where it is allowed', async () => {
    let now = 1_800_000_000_000
    const store = memoryStore({ now: () => now })
    const background = { retentionWithoutStore: 5000 }
    const server = testServer(hello, { store, background, allowBackgroundWithoutStore: true })
    const events = await eventsOf(await post(server, { ...unstored, stream: true }))
    const id = idOf(events[0])
    expect(events.at(-1)).toMatchObject({ response: { status: 'completed', store: false } })
    expect(await eventsOf(await ask(server, `/${id}?stream=true`))).toEqual(events)
    now += 4999
    await store.expire()
    expect((await ask(server, `/${id}`)).status).toBe(200)
    now += 1
    await store.expire()
    expect((await ask(server, `/${id}`)).status).toBe(404)
    await server.close()
  })

  test('is also kept no longer when it is cancelled, or ended by another process', async () => {
    const store = memoryStore()
    const options = { store, allowBackgroundWithoutStore: true, background: { retentionWithoutStore: 0 } }
    const { server, id } = await inFlight(unstored, options)
    const other = testServer(hello, options)
    expect(await told(await ask(other, `/${id}/cancel`, cancel))).toMatchObject([
      200,
      { status: 'cancelled' },
    ])
    await store.expire()
    expect((await ask(server, `/${id}`)).status).toBe(404)
    await Promise.all([server.close(), other.close()])
  })
})

describe('cancelling', () => {
  test.each([true, false])(
    'what has ended is answered with it, by option (background: %s)',
    async (background) => {
      const server = testServer(hello, { cancelAfterEnd: 'return' })
      const id = idOf(await (await post(server, { ...request, background })).json())
      const ended = await vi.waitFor(async () => {
        const body = await (await ask(server, `/${id}`)).json()
        expect(body).toMatchObject({ status: 'completed' })
        return body
      })
      expect(await told(await ask(server, `/${id}/cancel`, cancel))).toEqual([200, ended])
    },
  )

  test('leaves no output, by option; its readers see the same', async () => {
    const { server, reader, id } = await inFlight({ background: true }, { outputOnCancel: 'clear' })
    const [status, response] = await told(await ask(server, `/${id}/cancel`, cancel))
    expect([status, response]).toMatchObject([200, { status: 'cancelled', output: [] }])
    const rest = parseAll(await readUntil(reader, () => false))
    expect(rest.at(-1)).toMatchObject({ type: 'response.failed', response })
    expect(await told(await ask(server, `/${id}`))).toEqual([200, response])
  })
})

describe('a foreground response in flight', () => {
  test('is found by default, and by option not before it has ended', async () => {
    const { server, reader, id } = await inFlight({}, { foregroundInFlight: 'hidden' })
    const paths = [`/${id}`, `/${id}/input_items`]
    for (const path of paths) expect((await ask(server, path)).status).toBe(404)
    expect((await ask(server, `/${id}/cancel`, cancel)).status).toBe(404)
    expect((await ask(server, `/${id}`, { method: 'DELETE' })).status).toBe(404)
    await reader.cancel()
    await vi.waitFor(async () =>
      expect(await told(await ask(server, `/${id}`))).toMatchObject([200, { status: 'cancelled' }]),
    )
    const visible = await inFlight({})
    expect(await told(await ask(visible.server, `/${visible.id}`))).toMatchObject([
      200,
      { status: 'in_progress' },
    ])
    await visible.server.close()
  })
})

describe('B109: a cursor at the end or beyond it', () => {
  test.each([
    [false, []],
    [true, ['response.completed']],
  ])(
    'gets an empty stream, or by option the terminal event again (%s)',
    async (resendTerminalEvent, types) => {
      const server = testServer(hello, { resendTerminalEvent })
      const events = await eventsOf(await post(server, { ...request, background: true, stream: true }))
      const id = idOf(events[0])
      const last = events.length - 1
      for (const after of [last, last + 1, 1_000_000]) {
        const response = await ask(server, `/${id}?stream=true&starting_after=${after}`)
        expect(response.status).toBe(200)
        expect(typesOf(await eventsOf(response))).toEqual(types)
      }
      const before = await ask(server, `/${id}?stream=true&starting_after=${last - 1}`)
      expect(await eventsOf(before)).toEqual(events.slice(-1))
    },
  )

  test('waits for what comes while it is still running', async () => {
    const { server, id } = await inFlight({ background: true }, { resendTerminalEvent: true })
    const waiting = ask(server, `/${id}?stream=true&starting_after=1000`)
    await ask(server, `/${id}/cancel`, cancel)
    expect((await waiting).status).toBe(200)
    await server.close()
  })
})
