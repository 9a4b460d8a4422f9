import type { CaseDefinition } from './case-definition.js'
import { contents, equal, events, numbers, readable, refused } from './expectations.js'
import { completed, record } from './records.js'

export const logCases: readonly CaseDefinition[] = [
  {
    name: 'a new log is empty and open',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      const other = await connect()
      equal(readable(await other.logs.read('resp_a', -1)), {
        first: 0,
        events: [],
        retainedFrom: 0,
        next: 0,
        closed: false,
      })
      await refused(other.logs.open('resp_a', 1), 'log_exists')
    },
  },
  {
    name: 'what is appended is read, from any cursor',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('a'))
      await store.logs.append('resp_a', 1, 1, events('b', 'c'))
      await store.logs.append('resp_a', 1, 3, events('d', 'e'), { terminal: true })
      const log = { retainedFrom: 0, next: 5, closed: true }
      const other = await connect()
      const all = ['a', 'b', 'c', 'd', 'e']
      for (let after = -1; after < 6; after += 1) {
        equal(readable(await other.logs.read('resp_a', after)), {
          ...log,
          first: after + 1,
          events: all.slice(after + 1),
        })
      }
    },
  },
  {
    name: 'a slice has no more events than its limit',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, numbers(0, 300))
      const { first, events: found, next } = readable(await store.logs.read('resp_a', 9, { limit: 3 }))
      equal([first, found, next], [10, ['10', '11', '12'], 300])
      equal((await store.logs.read('resp_a', 9)).events.length, 256)
      equal(readable(await store.logs.read('resp_a', 9, { limit: 0 })), {
        first: 10,
        events: [],
        retainedFrom: 0,
        next: 300,
        closed: false,
      })
    },
  },
  {
    name: 'a slice has no more bytes than its limit, but at least one event',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('1234567', '12', '12345', '1', '1'))
      const lengths = async (after: number, maxBytes: number) =>
        (await store.logs.read('resp_a', after, { maxBytes })).events.map((event) => event.byteLength)
      equal(await lengths(-1, 0), [7])
      equal(await lengths(-1, 6), [7])
      equal(await lengths(0, 6), [2])
      equal(await lengths(0, 7), [2, 5])
      equal(await lengths(1, 7), [5, 1, 1])
      equal(await lengths(-1, 16), [7, 2, 5, 1, 1])
    },
  },
  {
    name: 'bytes come back as they were: every value, parts of larger buffers, none at all',
    async run({ store, connect }) {
      const every = Uint8Array.from({ length: 256 }, (_, value) => value)
      const given = [every, every.subarray(10, 20), new Uint8Array(), ...events('🦋\u0000\u2028', '\ud800')]
      await store.logs.open('resp_ü🦋', 1)
      await store.logs.append('resp_ü🦋', 1, 0, given)
      const { events: found } = await (await connect()).logs.read('resp_ü🦋', -1)
      equal(
        found.map((event) => [...event]),
        given.map((event) => [...event]),
      )
    },
  },
  {
    name: 'a large batch, and a large event',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, numbers(0, 10_000))
      await store.logs.append('resp_a', 1, 10_000, [new Uint8Array(5 * 1024 * 1024).fill(7)])
      const other = await connect()
      const { events: last } = readable(await other.logs.read('resp_a', 9997, { limit: 2 }))
      equal(last, ['9998', '9999'])
      const [large] = (await other.logs.read('resp_a', 9999)).events
      equal([large?.byteLength, large?.every((byte) => byte === 7)], [5 * 1024 * 1024, true])
    },
  },
  {
    name: 'logs do not mix',
    async run({ store }) {
      for (const id of ['resp_a', 'resp_b']) await store.logs.open(id, 1)
      for (let next = 0; next < 5; next += 1) {
        await store.logs.append('resp_a', 1, next, events(`a${next}`))
        await store.logs.append('resp_b', 1, next, events(`b${next}`))
      }
      equal(await contents(store, 'resp_a'), ['a0', 'a1', 'a2', 'a3', 'a4'])
      equal(await contents(store, 'resp_b'), ['b0', 'b1', 'b2', 'b3', 'b4'])
    },
  },
  {
    name: 'the terminal event and the final response appear in the same moment',
    async run({ store, connect }) {
      await store.records.create(record('resp_a'), { log: true })
      await store.logs.append('resp_a', 1, 0, events('x', 'end'), {
        terminal: true,
        record: { response: completed('resp_a') },
      })
      const other = await connect()
      equal(await contents(other, 'resp_a'), ['x', 'end'])
      equal((await other.records.read('resp_a'))?.response, completed('resp_a'))
      equal(await other.records.listUnfinished(), [])
    },
  },
  {
    name: 'events are not appended when the record is refused',
    async run({ store }) {
      await store.records.create(record('resp_a', { response: completed('resp_a') }), { log: true })
      const patch = { record: { response: completed('resp_a') } }
      await refused(store.logs.append('resp_a', 1, 0, events('x'), patch), 'record_final')
      await store.logs.open('resp_b', 1)
      await refused(store.logs.append('resp_b', 1, 0, events('x'), patch), 'record_missing')
      equal([await contents(store, 'resp_a'), await contents(store, 'resp_b')], [[], []])
    },
  },
  {
    name: 'the record is not changed when the events are refused',
    async run({ store }) {
      await store.records.create(record('resp_a'), { log: true })
      const patch = { record: { response: completed('resp_a') } }
      await refused(store.logs.append('resp_a', 1, 1, events('x'), patch), 'log_gap')
      equal((await store.records.read('resp_a'))?.response.status, 'queued')
    },
  },
]
