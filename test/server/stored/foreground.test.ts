import { expect, test, vi } from 'vitest'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { BackendRun } from '../../../src/server/backend.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { ask, gate, idOf, parseAll, post, readerOf, readUntil, testServer, told } from '../support.js'

const request = { model: 'm-test', input: 'Hi' }
const streaming = { ...request, stream: true }
const never = new Promise<never>(() => undefined)

test.each([true, false])(
  'store, background: false, stream: %s: it is retrieved afterwards',
  async (stream) => {
    const server = testServer(async ({ writer }) => {
      await writer.message().text('Hello')
      await writer.complete()
    })
    const text = await (await post(server, { ...request, stream })).text()
    const response: unknown = stream
      ? Reflect.get(Object(parseAll(text).at(-1)), 'response')
      : JSON.parse(text)
    expect(await told(await ask(server, `/${idOf(response)}`))).toEqual([200, response])
  },
)

test.each([true, false])('store: false, stream: %s: it is never found', async (stream) => {
  const going = gate()
  let run: BackendRun | undefined
  const server = testServer(async (own) => {
    run = own
    own.started()
    await going.opened
    await own.writer.complete()
  })
  const answer = post(server, { ...request, stream, store: false })
  await vi.waitFor(() => expect(run).toBeDefined())
  const id = run?.response.id ?? ''
  expect((await ask(server, `/${id}`)).status).toBe(404)
  expect((await ask(server, `/${id}/cancel`, { method: 'POST' })).status).toBe(404)
  going.open()
  expect(await (await answer).text()).toContain('"store":false')
  expect((await ask(server, `/${id}`)).status).toBe(404)
  expect((await ask(server, `/${id}/input_items`)).status).toBe(404)
})

test('B116: a stored stream is found from its first byte on, with what it has produced', async () => {
  const [second, end] = [gate(), gate()]
  const server = testServer(async ({ writer, started }) => {
    started()
    await second.opened
    const message = writer.message()
    await message.text('so far')
    await end.opened
    await writer.complete()
  })
  const reader = readerOf(await post(server, streaming))
  const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('created')))[0])
  const now = async (): Promise<unknown> => (await ask(server, `/${id}`)).json()
  expect(await now()).toMatchObject({ id, status: 'in_progress', output: [] })
  second.open()
  await readUntil(reader, (text) => text.includes('so far'))
  expect(await now()).toMatchObject({
    status: 'in_progress',
    output: [{ status: 'in_progress', content: [{ text: 'so far' }] }],
  })
  end.open()
  const rest = await readUntil(reader, () => false)
  expect(await now()).toEqual(Reflect.get(Object(parseAll(rest).at(-1)), 'response'))
})

test('the terminal event is sent when the response is stored, not before', async () => {
  const store = memoryStore()
  const saved = gate()
  const { update } = store.records
  const slow = {
    ...store,
    records: {
      ...store.records,
      update: async (...args: Parameters<typeof update>) => {
        await saved.opened
        await update(...args)
      },
    },
  }
  const server = testServer(({ writer }) => writer.complete(), { store: slow, background: { lease: 1e9 } })
  const reader = readerOf(await post(server, streaming))
  let text = ''
  const reading = readUntil(reader, (seen) => {
    text = seen
    return false
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(text).not.toContain('response.completed')
  saved.open()
  expect(await reading).toContain('response.completed')
  await server.close()
})

test.each([
  ['cancel', true, 'cancelled'],
  ['continue', false, 'completed'],
] as const)(
  'B117: when the client of a stored stream leaves, disconnect: %s',
  async (disconnect, aborted, status) => {
    const going = gate()
    let run: BackendRun | undefined
    const server = testServer(
      async (own) => {
        run = own
        await own.writer.message().text('one')
        await going.opened
        await own.writer.complete()
      },
      { disconnect },
    )
    const reader = readerOf(await post(server, streaming))
    const id = idOf(parseAll(await readUntil(reader, (text) => text.includes('"one"')))[0])
    await reader.cancel()
    expect(run?.signal.aborted).toBe(aborted)
    going.open()
    await vi.waitFor(async () =>
      expect(await (await ask(server, `/${id}`)).json()).toMatchObject({
        status,
        output: [{ type: 'message' }],
      }),
    )
  },
)

test('a run that is refused before it has begun leaves nothing behind', async () => {
  const store = memoryStore()
  const server = testServer(() => Promise.reject(new HTTPError({ status: 429, message: 'Slow down.' })), {
    store,
  })
  expect((await post(server, request)).status).toBe(429)
  expect((await post(server, streaming)).status).toBe(429)
  expect(await store.records.listUnfinished()).toEqual([])
  const refusing = testServer(() => never, {
    store,
    admit: () => Promise.reject(new HTTPError({ status: 403, message: 'No.' })),
  })
  expect((await post(refusing, request)).status).toBe(403)
  expect(await store.records.listUnfinished()).toEqual([])
  await Promise.all([server.close(), refusing.close()])
})

test('the input is kept with ids, messages in their long form', async () => {
  const server = testServer(({ writer }) => writer.complete())
  const input = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { type: 'message', id: 'msg_own', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'done' },
  ]
  const response: unknown = await (await post(server, { ...request, input })).json()
  const list: unknown = await (await ask(server, `/${idOf(response)}/input_items?order=asc`)).json()
  const msg = expect.stringMatching(/^msg_/)
  const done = { type: 'message', status: 'completed' }
  expect(list).toEqual({
    object: 'list',
    data: [
      { ...done, id: msg, role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      {
        ...done,
        id: msg,
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
      },
      input[2],
      { ...input[3], id: expect.stringMatching(/^fc_/) },
      { ...input[4], id: expect.any(String) },
    ],
    first_id: msg,
    last_id: expect.any(String),
    has_more: false,
  })
})
