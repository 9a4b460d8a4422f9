import type { CaseDefinition } from './case-definition.js'
import {
  contents,
  equal,
  events,
  followed,
  numbered,
  numbers,
  pause,
  refused,
  turns,
} from './expectations.js'

export const followCases: readonly CaseDefinition[] = [
  {
    name: 'a follower gets what is there and what comes, once and in order, and ends with the log',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, numbers(0, 5))
      const readers = [-1, 2, 4].map((after) => followed(store.logs.follow('resp_a', after)))
      for (let next = 5; next < 20; next += 1) {
        if (next % 3 === 0) await pause()
        await store.logs.append('resp_a', 1, next, numbers(next, next + 1), { terminal: next === 19 })
      }
      equal(await Promise.all(readers), [numbered(0, 20), numbered(3, 20), numbered(5, 20)])
    },
  },
  {
    name: 'a follower sees what another connection appends',
    async run({ store, connect }) {
      await store.logs.open('resp_a', 1)
      const reader = followed((await connect()).logs.follow('resp_a', -1))
      await pause(20)
      await store.logs.append('resp_a', 1, 0, numbers(0, 3))
      await pause(20)
      await store.logs.append('resp_a', 1, 3, numbers(3, 4), { terminal: true })
      equal(await reader, numbered(0, 4))
    },
  },
  {
    name: 'a reader that attaches in the very moment of the terminal append gets it',
    async run({ store, connect }) {
      const other = await connect()
      for (let delay = 0; delay < 30; delay += 1) {
        const id = `resp_${delay}`
        await store.logs.open(id, 1)
        await store.logs.append(id, 1, 0, numbers(0, 2))
        const readers = [store, other].map((reader) => followed(reader.logs.follow(id, 0)))
        await turns(delay)
        await store.logs.append(id, 1, 2, numbers(2, 3), { terminal: true })
        readers.push(followed(store.logs.follow(id, 0)))
        equal(await Promise.all(readers), [numbered(1, 3), numbered(1, 3), numbered(1, 3)])
      }
    },
  },
  {
    name: 'a hundred readers that join at any moment get the same events',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      const readers: Promise<string[]>[] = []
      for (let next = 0; next < 100; next += 1) {
        readers.push(followed(store.logs.follow('resp_a', -1)))
        await turns(next % 7)
        await store.logs.append('resp_a', 1, next, numbers(next, next + 1), { terminal: next === 99 })
      }
      for (const seen of await Promise.all(readers)) equal(seen, numbered(0, 100))
    },
  },
  {
    name: 'a slow reader of a fast writer misses nothing',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      const seen: number[] = []
      const slow = (async () => {
        for await (const slice of store.logs.follow('resp_a', -1, { limit: 50 })) {
          equal(slice.events.length <= 50, true)
          for (let index = 0; index < slice.events.length; index += 1) seen.push(slice.first + index)
          await pause(1)
        }
      })()
      for (let next = 0; next < 1000; next += 10) {
        await store.logs.append('resp_a', 1, next, numbers(next, next + 10), { terminal: next === 990 })
        if (next % 100 === 0) await pause()
      }
      await slow
      equal(
        seen,
        Array.from({ length: 1000 }, (_, index) => index),
      )
    },
  },
  {
    name: 'a closed log ends for who has seen everything, and a cursor beyond the end waits for what is after it',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, numbers(0, 2))
      const beyond = followed(store.logs.follow('resp_a', 3))
      const nearby = followed(store.logs.follow('resp_a', 2))
      await pause()
      await store.logs.append('resp_a', 1, 2, numbers(2, 3))
      await store.logs.append('resp_a', 1, 3, numbers(3, 4), { terminal: true })
      equal([await beyond, await nearby], [[], numbered(3, 4)])
      for (const after of [3, 4, 100]) equal(await followed(store.logs.follow('resp_a', after)), [])
    },
  },
  {
    name: 'a log that is not there cannot be followed, and one that is deleted ends with an error',
    async run({ store, connect }) {
      await refused(followed(store.logs.follow('resp_a', -1)), 'log_missing')
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('x'))
      const other = await connect()
      const readers = [store, other].map((reader) =>
        refused(followed(reader.logs.follow('resp_a', -1)), 'log_missing'),
      )
      await pause(20)
      await store.delete('resp_a')
      await Promise.all(readers)
    },
  },
  {
    name: 'a reader leaves when its signal is aborted, and when it returns, also while it waits',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      const leaving = new AbortController()
      const aborted = followed(store.logs.follow('resp_a', -1, { signal: leaving.signal }))
      const returning = store.logs.follow('resp_a', -1)
      const waiting = returning.next()
      await pause()
      leaving.abort()
      equal(await aborted, [])
      equal(await returning.return?.(), { done: true, value: undefined })
      equal(await waiting, { done: true, value: undefined })
      equal(await followed(store.logs.follow('resp_a', -1, { signal: leaving.signal })), [])

      await store.logs.append('resp_a', 1, 0, events('x'))
      for await (const slice of store.logs.follow('resp_a', -1)) {
        equal(slice.first, 0)
        break
      }
      equal(await contents(store, 'resp_a'), ['x'])
    },
  },
  {
    name: 'readers leave when the store is closed',
    async run({ store }) {
      await store.logs.open('resp_a', 1)
      await store.logs.append('resp_a', 1, 0, events('x'))
      const reader = followed(store.logs.follow('resp_a', -1))
      await pause()
      await store.close()
      equal(await reader, ['0:x'])
    },
  },
]
