import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/store/memory/memory-store.js'
import type { NewRecord } from '../../../src/store/response-record.js'
import type { CreateOptions } from '../../../src/store/response-records.js'
import type { Store, StoreOptions } from '../../../src/store/store.js'
import { storeConformance, type StoreHarness } from '../../../src/testing/index.js'
import { pause } from '../../../src/testing/store-conformance/expectations.js'

/** A store with one thing done wrong, as it has been done wrong elsewhere. */
type Mistake = (store: Store, options: StoreOptions) => Store

const withLogs = (store: Store, logs: Partial<Store['logs']>): Store => ({
  ...store,
  logs: { ...store.logs, ...logs },
})
const withRecords = (store: Store, records: Partial<Store['records']>): Store => ({
  ...store,
  records: { ...store.records, ...records },
})

const mistakes: Record<string, { mistake: Mistake; found: string[] }> = {
  'a reader subscribes after it has read': {
    mistake: (store) =>
      withLogs(store, {
        async *follow(id, after, options) {
          const past = await store.logs.read(id, after, { limit: 10_000 })
          if (past.events.length > 0) yield past
          await pause()
          const { next } = await store.logs.read(id, Number.MAX_SAFE_INTEGER - 1, { limit: 0 })
          yield* store.logs.follow(id, next - 1, options)
        },
      }),
    found: [
      'a follower gets what is there and what comes, once and in order, and ends with the log',
      'a reader that attaches in the very moment of the terminal append gets it',
      'a hundred readers that join at any moment get the same events',
    ],
  },
  'live events come twice around the seam': {
    mistake: (store) =>
      withLogs(store, {
        async *follow(id, after, options) {
          for await (const slice of store.logs.follow(id, after, options)) {
            yield slice
            if (slice.closed) yield slice
          }
        },
      }),
    found: [
      'a reader that attaches in the very moment of the terminal append gets it',
      'a slow reader of a fast writer misses nothing',
    ],
  },
  'the epoch is not looked at': {
    mistake: (store) =>
      withLogs(store, {
        async append(id, epoch, ...rest) {
          for (let tried = epoch; tried < epoch + 3; tried += 1) {
            try {
              return await store.logs.append(id, tried, ...rest)
            } catch (error) {
              if (!isCode(error, 'stale_epoch')) throw error
            }
          }
        },
      }),
    found: [
      'the late writer is refused, and whoever took over ends the run',
      'a record without a log, and a log without a record, can be taken over',
    ],
  },
  'the next number is looked up when it is written, not demanded': {
    mistake: (store) =>
      withLogs(store, {
        async append(id, epoch, _first, events, options) {
          const { next } = await store.logs.read(id, Number.MAX_SAFE_INTEGER - 1, { limit: 0 })
          return store.logs.append(id, epoch, next, events, options)
        },
      }),
    found: ['a gap, an overlap and a repetition are refused, and nothing of them is kept'],
  },
  'a key is looked up first and bound later': {
    mistake: (store) => {
      const keys = new Map<string, string>()
      return withRecords(store, {
        async create(record: NewRecord, { idempotency, log }: CreateOptions = {}) {
          const place = JSON.stringify([record.owner, idempotency?.key])
          const id = idempotency && keys.get(place)
          await pause()
          if (id !== undefined) return { outcome: 'existing', id, record: await store.records.read(id) }
          const result = await store.records.create(record, { log: log ?? false })
          if (idempotency) keys.set(place, record.id)
          return result
        },
      })
    },
    found: [
      'of many that come with one key at the same moment, one creates and the others find it',
      'the same key with another body is a conflict',
    ],
  },
  'keys of all owners are one': {
    mistake: (store) =>
      withRecords(store, {
        create: ({ owner, ...record }, options) =>
          store.records.create({ ...record, owner: options?.idempotency ? 'everybody' : owner }, options),
      }),
    found: ['the same key of another owner is another key'],
  },
  'what is no longer kept is skipped': {
    mistake: (store) =>
      withLogs(store, {
        async read(id, after, options) {
          const { retainedFrom } = await store.logs.read(id, Number.MAX_SAFE_INTEGER - 1, { limit: 0 })
          return store.logs.read(id, Math.max(after, retainedFrom - 1), options)
        },
      }),
    found: ['a log that is too long loses its oldest events, and says so to whoever needs them'],
  },
  'the log is not bounded': {
    mistake: (_store, { now }) => memoryStore(now ? { now } : {}),
    found: ['a log with too many bytes loses its oldest events; the newest stays, however large'],
  },
  'the record is changed after the terminal event': {
    mistake: (store) =>
      withLogs(store, {
        async append(id, epoch, first, events, { record, ...options } = {}) {
          await store.logs.append(id, epoch, first, events, options)
          if (record) await store.records.update(id, epoch, record)
        },
      }),
    found: ['events are not appended when the record is refused'],
  },
  'whoever asks takes over': {
    mistake: (store) => ({
      ...store,
      async takeOver(id, _epoch, options) {
        const record = await store.records.read(id)
        return record && store.takeOver(id, record.epoch, options)
      },
    }),
    found: ['of many that take over at the same moment, one does'],
  },
  'a waiting reader cannot leave': {
    mistake: (store) =>
      withLogs(store, {
        follow: (id, after, { signal: _signal, ...options } = {}) => store.logs.follow(id, after, options),
      }),
    found: ['a reader leaves when its signal is aborted, and when it returns, also while it waits'],
  },
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

for (const [what, { mistake, found }] of Object.entries(mistakes)) {
  test(`a mistake is found: ${what}`, async () => {
    const create = (options: StoreOptions): StoreHarness => ({
      store: mistake(memoryStore(options), options),
    })
    const cases = storeConformance({ create }).filter(({ name }) => found.includes(name))
    const failed = await Promise.all(
      cases.map(async ({ name, run }) => ((await endsWell(run)) ? [] : [name])),
    )
    expect(failed.flat().toSorted()).toEqual(found.toSorted())
  })
}

/** A mistake may also show as something that never happens. */
async function endsWell(run: () => Promise<void>): Promise<boolean> {
  const end = run().then(
    () => true,
    () => false,
  )
  return Promise.race([end, pause(1500).then(() => false)])
}

test('every case has a name of its own', () => {
  const names = storeConformance({ create: (options) => ({ store: memoryStore(options) }) }).map(
    ({ name }) => name,
  )
  expect(new Set(names).size).toBe(names.length)
})

test('a store with a clock of its own is waited for, and what was made is cleaned up', async () => {
  let waited = 0
  let cleaned = 0
  const create = (options: StoreOptions): StoreHarness => {
    let now = 0
    return {
      store: memoryStore({ ...options, now: () => now }),
      async pass(ms) {
        waited += ms
        now += ms
      },
      cleanUp: () => void (cleaned += 1),
    }
  }
  const timed = storeConformance({ create }).filter(({ name }) => name.startsWith('a log goes when its time'))
  for (const { run } of timed) await run()
  expect([waited, cleaned]).toEqual([950, 1])
})
