import type { CaseDefinition } from './case-definition.js'
import { equal, events, refused } from './expectations.js'
import { completed, record, response } from './records.js'

export const recordCases: readonly CaseDefinition[] = [
  {
    name: 'an update changes what it names, and when',
    async run({ store, pass }) {
      await store.records.create(record('resp_a', { backendState: { step: 1 } }))
      const before = await store.records.read('resp_a')
      await pass(50)
      const running = response('resp_a', { status: 'in_progress' })
      await store.records.update('resp_a', 1, { response: running })
      const after = await store.records.read('resp_a')
      const updatedAt = after?.updatedAt ?? 0
      equal(after, { ...before, response: running, updatedAt })
      equal(updatedAt >= (before?.createdAt ?? 0) + 50, true)

      await store.records.update('resp_a', 1, { backendState: { step: 2 } })
      equal(await store.records.read('resp_a'), { ...after, backendState: { step: 2 }, updatedAt })
    },
  },
  {
    name: 'a final response is never replaced',
    async run({ store }) {
      await store.records.create(record('resp_a'))
      await store.records.update('resp_a', 1, { response: completed('resp_a') })
      const late = response('resp_a', { status: 'cancelled' })
      await refused(store.records.update('resp_a', 1, { response: late }), 'record_final')
      await store.records.update('resp_a', 1, { backendState: { kept: true } })
      const read = await store.records.read('resp_a')
      equal([read?.response, read?.backendState], [completed('resp_a'), { kept: true }])
    },
  },
  {
    name: 'an update of nothing, or for another epoch, is refused',
    async run({ store }) {
      await refused(store.records.update('resp_a', 1, {}), 'record_missing')
      await store.records.create(record('resp_a'))
      await refused(store.records.update('resp_a', 2, { backendState: {} }), 'stale_epoch')
      equal((await store.records.read('resp_a'))?.backendState, undefined)
    },
  },
  {
    name: 'a deleted response is gone, with its log',
    async run({ store, connect }) {
      await store.records.create(record('resp_a'), { log: true })
      await store.logs.append('resp_a', 1, 0, events('x'))
      const other = await connect()
      equal(await other.delete('resp_a'), true)
      equal(await store.records.read('resp_a'), undefined)
      await refused(store.logs.read('resp_a', -1), 'log_missing')
      await refused(store.logs.append('resp_a', 1, 1, events('y')), 'log_missing')
      await refused(store.records.update('resp_a', 1, {}), 'record_missing')
      equal(await store.delete('resp_a'), false)
    },
  },
  {
    name: 'the id of a deleted response can be used again, and finds nothing of it',
    async run({ store }) {
      for (const text of ['first', 'second']) {
        await store.records.create(record('resp_a'), { log: true })
        await store.logs.append('resp_a', 1, 0, events(text))
        const { events: found, next } = await store.logs.read('resp_a', -1)
        equal([found.map((event) => new TextDecoder().decode(event)), next], [[text], 1])
        await store.delete('resp_a')
      }
    },
  },
  {
    name: 'unfinished runs are listed oldest first, until they have a final status',
    async run({ store, connect, pass }) {
      for (const id of ['resp_c', 'resp_a', 'resp_b']) {
        await store.records.create(record(id))
        await pass(5)
      }
      await store.records.create(record('resp_done', { response: completed('resp_done') }))
      await store.records.update('resp_c', 1, { response: response('resp_c', { status: 'in_progress' }) })
      await store.records.update('resp_a', 1, { response: completed('resp_a') })
      const other = await connect()
      const [first, second, ...rest] = await other.records.listUnfinished()
      const { createdAt } = first ?? {}
      equal(first, {
        id: 'resp_c',
        owner: 'ada',
        status: 'in_progress',
        background: true,
        epoch: 1,
        createdAt,
      })
      equal([second?.id, second?.status, rest], ['resp_b', 'queued', []])
      equal(
        (await other.records.listUnfinished({ limit: 1 })).map((run) => run.id),
        ['resp_c'],
      )
    },
  },
  {
    name: 'a run with a lease is not listed until the lease has run out, and a renewed one not at all',
    async run({ store, pass }) {
      const listed = async () => (await store.records.listUnfinished()).map((run) => run.id)
      await store.records.create(record('resp_a', { lease: 400 }))
      await store.records.create(record('resp_b', { lease: 400 }))
      equal(await listed(), [])
      await pass(250)
      await store.records.update('resp_b', 1, { lease: 400 })
      await pass(250)
      equal(await listed(), ['resp_a'])
      await store.records.update('resp_b', 1, { lease: 0 })
      equal(await listed(), ['resp_a', 'resp_b'])
      equal((await store.records.read('resp_b'))?.leaseExpiresAt, undefined)
    },
  },
]
