import type { LogSlice } from '../../store/event-logs.js'
import type { CaseDefinition } from './case-definition.js'
import { contents, equal, events, followed, numbered, numbers, readable, refused } from './expectations.js'
import { completed, record } from './records.js'

export const retentionCases: readonly CaseDefinition[] = [
  {
    name: 'a log that is too long loses its oldest events, and says so to whoever needs them',
    options: { maxLogEvents: 10 },
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      for (let next = 0; next < 25; next += 1)
        await store.logs.append('resp_a', 1, next, numbers(next, next + 1))
      const other = await connect()
      const log = { retainedFrom: 15, next: 25, closed: false }
      equal(readable(await other.logs.read('resp_a', 14, { limit: 2 })), {
        ...log,
        first: 15,
        events: ['15', '16'],
      })
      equal(readable(await other.logs.read('resp_a', 24)), { ...log, first: 25, events: [] })
      for (const after of [-1, 0, 13]) {
        await refused(other.logs.read('resp_a', after), 'stream_expired')
        await refused(other.logs.read('resp_a', after, { limit: 0 }), 'stream_expired')
        await refused(followed(other.logs.follow('resp_a', after)), 'stream_expired')
      }
      await store.logs.append('resp_a', 1, 25, numbers(25, 60), { terminal: true })
      equal(
        await contents(other, 'resp_a'),
        numbers(50, 60).map((event) => new TextDecoder().decode(event)),
      )
      equal(await followed(other.logs.follow('resp_a', 55)), numbered(56, 60))
    },
  },
  {
    name: 'a log with too many bytes loses its oldest events; the newest stays, however large',
    options: { maxLogBytes: 10 },
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('aaaa', 'bbbb', 'cc'))
      equal(await contents(store, 'resp_a'), ['aaaa', 'bbbb', 'cc'])
      await store.logs.append('resp_a', 1, 3, events('d'))
      equal(await contents(store, 'resp_a'), ['bbbb', 'cc', 'd'])
      await store.logs.append('resp_a', 1, 4, events('much more than ten'))
      equal(await contents(store, 'resp_a'), ['much more than ten'])
      await store.logs.append('resp_a', 1, 5, events('f', 'g'), { terminal: true })
      equal(readable(await store.logs.read('resp_a', 4)), {
        first: 5,
        events: ['f', 'g'],
        retainedFrom: 5,
        next: 7,
        closed: true,
      })
    },
  },
  {
    name: 'an update, or the append of the end, says for how long the response is still kept',
    options: { recordRetention: 60_000 },
    async run({ store, pass }) {
      for (const id of ['resp_a', 'resp_b', 'resp_c']) await store.records.create(record(id), { log: true })
      await store.records.update('resp_a', 1, { retention: 200 })
      const end = { response: completed('resp_b'), retention: 200 }
      await store.logs.append('resp_b', 1, 0, events('end'), { terminal: true, record: end })
      equal((await store.expire()).records, 0)
      await pass(250)
      equal((await store.expire()).records, 2)
      const left = await Promise.all(['resp_a', 'resp_b', 'resp_c'].map((id) => store.records.read(id)))
      equal(
        left.map((each) => each?.id),
        [undefined, undefined, 'resp_c'],
      )
      await refused(store.logs.read('resp_b', -1), 'log_missing')
    },
  },
  {
    name: 'a reader that falls behind what is kept is told, and gets no hole',
    options: { maxLogEvents: 4 },
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, numbers(0, 4))
      const reader = store.logs.follow('resp_a', -1, { limit: 2 })
      equal(firstOf(await reader.next()), 0)
      await store.logs.append('resp_a', 1, 4, numbers(4, 6))
      equal(firstOf(await reader.next()), 2)
      await store.logs.append('resp_a', 1, 6, numbers(6, 9))
      await refused(reader.next(), 'stream_expired')
      equal(await reader.next(), { done: true, value: undefined })
    },
  },
  {
    name: 'a log goes when its time after the terminal event is over; the response stays',
    options: { logRetention: 400 },
    async run({ store, pass }) {
      await store.records.create(record('resp_a'), { log: true })
      await store.records.create(record('resp_open'), { log: true })
      await pass(500)
      await store.logs.append('resp_a', 1, 0, events('end'), {
        terminal: true,
        record: { response: completed('resp_a') },
      })
      await pass(200)
      await store.expire()
      equal(await contents(store, 'resp_a'), ['end'])
      await pass(250)
      await store.expire()
      await refused(store.logs.read('resp_a', -1), 'log_missing')
      await refused(followed(store.logs.follow('resp_a', 0)), 'log_missing')
      equal((await store.records.read('resp_a'))?.response, completed('resp_a'))
      equal(await contents(store, 'resp_open'), [])
    },
  },
  {
    name: 'a response goes when its time is over, with its log',
    options: { recordRetention: 400 },
    async run({ store, pass, connect }) {
      await store.records.create(record('resp_a', { response: completed('resp_a') }), { log: true })
      await pass(250)
      await store.records.create(record('resp_b', { parentId: 'resp_a' }), { log: true })
      await pass(200)
      await (await connect()).expire()
      equal(await store.records.read('resp_a'), undefined)
      await refused(store.logs.read('resp_a', -1), 'log_missing')
      equal((await store.records.history('resp_b'))?.length, 1)
      equal(await contents(store, 'resp_b'), [])
    },
  },
]

function firstOf(result: IteratorResult<LogSlice, void>): number | undefined {
  return result.done === true ? undefined : result.value.first
}
