import { expect, test } from 'vitest'
import type { BackendRun } from '../../../src/server/backend.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import { ask, idOf, post, testServer } from '../support.js'

const asked = { model: 'm', input: 'Hi' }

/** Counts the turns of a conversation in what it remembers. */
const counting = async ({ previousState, remember, writer }: BackendRun): Promise<void> => {
  await remember({ turn: Number(previousState?.turn ?? 0) + 1 })
  await writer.message().text(JSON.stringify(previousState ?? null))
  await writer.complete()
}
const textOf = (body: unknown): unknown => Reflect.get(Object(body), 'output')[0].content[0].text

test.each([
  ['a foreground response', {}],
  ['one that others may join', { key: 'k' }],
  ['a background response', { background: true }],
])('what is remembered with %s is there for the next turn, also of another server', async (_what, how) => {
  const store = memoryStore()
  const { key, ...body } = { key: undefined, ...how }
  const options = key === undefined ? {} : { headers: { 'idempotency-key': key } }
  const before = testServer(counting, { store })
  const first = idOf(await (await post(before, { ...asked, ...body }, options)).json())
  await before.close({ drain: 1000 })
  expect((await store.records.read(first))?.backendState).toEqual({ turn: 1 })

  const after = testServer(counting, { store })
  const second = await (await post(after, { ...asked, previous_response_id: first })).json()
  expect(textOf(second)).toBe('{"turn":1}')
  expect((await store.records.read(idOf(second)))?.backendState).toEqual({ turn: 2 })
  const unstored = { ...asked, store: false, previous_response_id: idOf(second) }
  expect(textOf(await (await post(after, unstored)).json())).toBe('{"turn":2}')
})

test('it is shown to nobody, and what cannot be kept is not missed', async () => {
  const store = memoryStore()
  const server = testServer(counting, { store })
  const id = idOf(await (await post(server, asked)).json())
  expect(await (await ask(server, `/${id}`)).text()).not.toContain('turn')
  const late: BackendRun[] = []
  const other = testServer(async (run) => {
    late.push(run)
    await run.writer.complete()
  })
  const gone = idOf(await (await post(other, asked)).json())
  await ask(other, `/${gone}`, { method: 'DELETE' })
  await expect(late[0]?.remember({ a: 1 })).resolves.toBeUndefined()
})
