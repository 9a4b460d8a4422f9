import type { CreateResult } from '../../store/response-records.js'
import type { CaseDefinition } from './case-definition.js'
import { equal, refused } from './expectations.js'
import { record } from './records.js'

const idempotency = { key: 'key-1', hash: 'body-1' }
const brief = (result: CreateResult): string =>
  `${result.outcome} ${result.outcome === 'created' ? result.record.id : result.id}`

export const idempotencyCases: readonly CaseDefinition[] = [
  {
    name: 'the same request finds the response it already has',
    async run({ store, connect }) {
      await store.records.create(record('resp_a'), { idempotency })
      const again = await (await connect()).records.create(record('resp_b'), { idempotency, log: true })
      equal(again, { outcome: 'existing', id: 'resp_a', record: await store.records.read('resp_a') })
      equal(await store.records.read('resp_b'), undefined)
      await refused(store.logs.read('resp_b', -1), 'log_missing')
    },
  },
  {
    name: 'the same key with another body is a conflict',
    async run({ store }) {
      await store.records.create(record('resp_a'), { idempotency })
      const other = await store.records.create(record('resp_b'), {
        idempotency: { ...idempotency, hash: 'body-2' },
      })
      equal(other, { outcome: 'conflict', id: 'resp_a' })
      equal(await store.records.read('resp_b'), undefined)
    },
  },
  {
    name: 'the same key of another owner is another key',
    async run({ store }) {
      await store.records.create(record('resp_a', { owner: 'ada' }), { idempotency })
      const results = [
        await store.records.create(record('resp_b', { owner: 'bob' }), { idempotency }),
        // Owner and key run together would be the same.
        await store.records.create(record('resp_c', { owner: 'ad' }), {
          idempotency: { key: 'akey-1', hash: '' },
        }),
      ]
      equal(results.map(brief), ['created resp_b', 'created resp_c'])
    },
  },
  {
    name: 'of many that come with one key at the same moment, one creates and the others find it',
    async run({ store, connect }) {
      const other = await connect()
      const attempts = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).records.create(record(`resp_${index}`), { idempotency, log: true }),
      )
      const results = (await Promise.all(attempts)).map(brief)
      const created = results.filter((result) => result.startsWith('created'))
      equal(created.length, 1)
      const id = created[0]?.slice('created '.length)
      equal(results.filter((result) => result === `existing ${id}`).length, 19)
      equal(
        (await store.records.listUnfinished()).map((run) => run.id),
        [id],
      )
    },
  },
  {
    name: 'a key outlives the response, so that a retry never generates again',
    async run({ store }) {
      await store.records.create(record('resp_a'), { idempotency })
      await store.delete('resp_a')
      const again = await store.records.create(record('resp_b'), { idempotency })
      equal(again, { outcome: 'existing', id: 'resp_a', record: undefined })
    },
  },
  {
    name: 'a key that is released can be used again',
    async run({ store }) {
      await store.records.create(record('resp_a'), { idempotency })
      await store.delete('resp_a', { releaseKey: true })
      equal(brief(await store.records.create(record('resp_b'), { idempotency })), 'created resp_b')
    },
  },
  {
    name: 'a key is bound for as long as it was to be',
    options: { keyRetention: 400 },
    async run({ store, pass }) {
      await store.records.create(record('resp_a'), { idempotency })
      await pass(200)
      await store.expire()
      equal(brief(await store.records.create(record('resp_b'), { idempotency })), 'existing resp_a')
      await pass(250)
      await store.expire()
      equal(brief(await store.records.create(record('resp_b'), { idempotency })), 'created resp_b')
    },
  },
  {
    name: 'a create that is refused binds no key',
    async run({ store }) {
      await store.records.create(record('resp_a'))
      await refused(store.records.create(record('resp_a'), { idempotency }), 'record_exists')
      equal(brief(await store.records.create(record('resp_b'), { idempotency })), 'created resp_b')
    },
  },
]
