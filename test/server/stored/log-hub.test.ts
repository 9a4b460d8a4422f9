import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hubOf, type HubMember } from '../../../src/server/stored/log-hub.js'
import type { LogSlice } from '../../../src/store/event-logs.js'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { record } from '../../../src/testing/store-conformance/records.js'

const id = 'resp_1'
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

async function openStore(): Promise<Store> {
  const store = memoryStore()
  await store.records.create(record(id), { log: true })
  return store
}

const event = (number: number): Uint8Array => new TextEncoder().encode(String(number))

async function append(store: Store, from: number, count: number, terminal = false): Promise<void> {
  const events = Array.from({ length: count }, (_, at) => event(from + at))
  await store.logs.append(id, 1, from, events, { terminal })
}

/** Notes the numbers that it takes, and the objects that hold them. */
function member(cursor: number): HubMember & { taken: number[]; bytes: Uint8Array[]; dismissed: number } {
  const noted = {
    cursor,
    taken: [] as number[],
    bytes: [] as Uint8Array[],
    dismissed: 0,
    take({ first, events }: LogSlice) {
      noted.taken.push(...events.map((_, at) => first + at))
      noted.bytes.push(...events)
      noted.cursor = first + events.length - 1
    },
    dismiss: () => void noted.dismissed++,
  }
  return noted
}

test('members take what is appended, the same bytes each, and are dismissed at the end', async () => {
  const store = await openStore()
  const [one, other] = [member(-1), member(-1)]
  expect([hubOf(store).join(id, one), hubOf(store).join(id, other)]).toEqual([true, true])
  await append(store, 0, 2)
  await append(store, 2, 1, true)
  await turn()
  expect([one.taken, other.taken]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ])
  expect(one.bytes.every((bytes, at) => bytes === other.bytes[at])).toBe(true)
  expect([one.dismissed, other.dismissed]).toEqual([1, 1])
})

test('who is behind the hub is sent to catch up first', async () => {
  const store = await openStore()
  expect(hubOf(store).join(id, member(-1))).toBe(true)
  await append(store, 0, 3)
  await turn()
  expect(hubOf(store).join(id, member(1))).toBe(false)
  expect(hubOf(store).join(id, member(2))).toBe(true)
})

test('when the last member leaves, nothing follows the log any more', async () => {
  const store = await openStore()
  const gone = member(-1)
  hubOf(store).join(id, gone)
  hubOf(store).leave(id, gone)
  await append(store, 0, 1)
  await turn()
  expect([gone.taken, gone.dismissed]).toEqual([[], 0])
  // A new one begins where the newcomer is.
  const late = member(0)
  expect(hubOf(store).join(id, late)).toBe(true)
  await append(store, 1, 1)
  await turn()
  expect(late.taken).toEqual([1])
})

test('whoever joins and leaves whenever takes each event once, in order', async () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ join: fc.boolean() }),
    fc.constant('leave' as const),
    fc.constant('turn' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const store = await openStore()
      const hub = hubOf(store)
      const inside: ReturnType<typeof member>[] = []
      const all: { from: number; taken: number[] }[] = []
      let next = 0
      for (const what of steps) {
        if (what === 'turn') await turn()
        else if (what === 'leave') {
          const first = inside.shift()
          if (first) hub.leave(id, first)
        } else if ('append' in what) {
          await append(store, next, what.append)
          next += what.append
        } else {
          // Behind, or with everything that is in the log.
          const joining = member(what.join ? next - 1 : -1)
          if (!hub.join(id, joining)) continue
          inside.push(joining)
          all.push({ from: joining.cursor + 1, taken: joining.taken })
        }
      }
      await turn()
      for (const { from, taken } of all) expect(taken).toEqual(taken.map((_, at) => from + at))
      for (const { cursor } of inside) expect(cursor).toBe(next - 1)
    }),
    { numRuns: process.env.CI ? 500 : 50 },
  )
})
