import assert from 'node:assert/strict'
import type { CaseDefinition } from './case-definition.js'
import { contents, equal, events, numbers, outcomes, refused } from './expectations.js'

export const writerCases: readonly CaseDefinition[] = [
  {
    name: 'a gap, an overlap and a repetition are refused, and nothing of them is kept',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await refused(store.logs.append('resp_a', 1, 1, events('x')), 'log_gap')
      await store.logs.append('resp_a', 1, 0, events('a', 'b'))
      for (const first of [-1, 0, 1, 3]) {
        const error = await refused(store.logs.append('resp_a', 1, first, events('x', 'y')), 'log_gap')
        equal([error.responseId, error.sequenceNumber], ['resp_a', 1])
      }
      equal(await contents(store, 'resp_a'), ['a', 'b'])
    },
  },
  {
    name: 'nothing follows the terminal event',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('end'), { terminal: true })
      const other = await connect()
      await refused(other.logs.append('resp_a', 1, 1, events('x')), 'log_closed')
      await refused(other.logs.append('resp_a', 1, 0, events('x'), { terminal: true }), 'log_closed')
      equal(await contents(other, 'resp_a'), ['end'])
    },
  },
  {
    name: 'a log that was never opened takes nothing',
    async run({ store }) {
      await refused(store.logs.append('resp_a', 1, 0, events('x')), 'log_missing')
      await refused(store.logs.read('resp_a', -1), 'log_missing')
    },
  },
  {
    name: 'an append of nothing changes nothing, and closes nothing',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, [])
      await assert.rejects(store.logs.append('resp_a', 1, 0, [], { terminal: true }), TypeError)
      await store.logs.append('resp_a', 1, 0, events('x'))
      equal(await contents(store, 'resp_a'), ['x'])
    },
  },
  {
    name: 'of two writers at the same place one is refused, every time',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      const writers = [store, await connect()]
      for (let next = 0; next < 40; next += 2) {
        const attempts = writers.map((writer, index) =>
          writer.logs.append('resp_a', 1, next, events(`${index}`, `${index}`)),
        )
        equal(new Set(await outcomes(attempts)), new Set(['log_gap', undefined]))
      }
      const written = await contents(store, 'resp_a')
      equal(written.length, 40)
      for (let next = 0; next < 40; next += 2)
        equal(written[next], written[next + 1], 'a batch is in one piece')
    },
  },
  {
    name: 'of two writers that end the log at the same moment one is refused',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      const writers = [store, await connect()]
      const attempts = writers.map((writer) =>
        writer.logs.append('resp_a', 1, 0, events('end'), { terminal: true }),
      )
      equal(new Set(await outcomes(attempts)), new Set(['log_closed', undefined]))
      equal(await contents(store, 'resp_a'), ['end'])
    },
  },
  {
    name: 'appends that are not waited for stay in order, and none follows the terminal one',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      const attempts = numbers(0, 50).map((event, next) =>
        store.logs.append('resp_a', 1, next, [event], { terminal: next === 30 }),
      )
      const results = await outcomes(attempts)
      equal(
        results.slice(0, 31),
        Array.from({ length: 31 }, () => undefined),
      )
      equal(new Set(results.slice(31)), new Set(['log_closed']))
      equal((await contents(store, 'resp_a')).length, 31)
    },
  },
]
