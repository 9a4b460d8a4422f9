import type { CaseDefinition } from './case-definition.js'
import { contents, equal, events, followed, outcomes, refused } from './expectations.js'
import { completed, record, response } from './records.js'

export const takeOverCases: readonly CaseDefinition[] = [
  {
    name: 'the late writer is refused, and whoever took over ends the run',
    async run({ store, connect }) {
      await store.records.create(record('resp_a'), { log: true })
      await store.logs.append('resp_a', 1, 0, events('a'))
      const reader = followed(store.logs.follow('resp_a', -1))
      const other = await connect()
      equal(await other.takeOver('resp_a', 1), 2)

      await refused(store.logs.append('resp_a', 1, 1, events('late')), 'stale_epoch')
      await refused(store.records.update('resp_a', 1, { response: completed('resp_a') }), 'stale_epoch')
      const failed = response('resp_a', { status: 'failed' })
      await other.logs.append('resp_a', 2, 1, events('failed'), {
        terminal: true,
        record: { response: failed },
      })
      await refused(store.logs.append('resp_a', 1, 2, events('later')), 'stale_epoch')

      equal(await reader, ['0:a', '1:failed'])
      equal((await store.records.read('resp_a'))?.response, failed)
      equal((await store.records.read('resp_a'))?.epoch, 2)
    },
  },
  {
    name: 'a late writer that does not wait for its appends gets nothing in after the terminal event',
    async run({ store, connect }) {
      const other = await connect()
      for (let round = 0; round < 10; round += 1) {
        const id = `resp_${round}`
        await store.logs.open(id, 1)
        const late = [0, 1, 2, 3, 4].map((next) => store.logs.append(id, 1, next, events(`${next}`)))
        const epoch = (await other.takeOver(id, 1)) ?? 0
        const { next } = await other.logs.read(id, -1, { limit: 0 })
        await other.logs.append(id, epoch, next, events('end'), { terminal: true })
        late.push(store.logs.append(id, 1, 5, events('5')), store.logs.append(id, 1, next + 1, events('6')))
        equal(
          (await outcomes(late)).slice(next),
          Array.from({ length: 7 - next }, () => 'stale_epoch'),
        )
        equal(await contents(store, id), [...['0', '1', '2', '3', '4'].slice(0, next), 'end'])
      }
    },
  },
  {
    name: 'of many that take over at the same moment, one does',
    async run({ store, connect }) {
      const other = await connect()
      await store.records.create(record('resp_a'), { log: true })
      const attempts = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : other).takeOver('resp_a', 1),
      )
      const won = (await Promise.all(attempts)).filter((epoch) => epoch !== undefined)
      equal(won, [2])
      equal(await store.takeOver('resp_a', 1), undefined)
      equal(await store.takeOver('resp_a', 2), 3)
    },
  },
  {
    name: 'a run that is taken over with a lease is not listed any more',
    async run({ store, pass }) {
      await store.records.create(record('resp_a'))
      const [run] = await store.records.listUnfinished()
      equal([run?.id, run?.epoch], ['resp_a', 1])
      await store.takeOver('resp_a', 1, { lease: 400 })
      equal(await store.records.listUnfinished(), [])
      await pass(450)
      const [again] = await store.records.listUnfinished()
      equal([again?.id, again?.epoch], ['resp_a', 2])
    },
  },
  {
    name: 'a record without a log, and a log without a record, can be taken over',
    async run({ store }) {
      await store.records.create(record('resp_a'))
      equal(await store.takeOver('resp_a', 1), 2)
      await refused(store.logs.open('resp_a', 1), 'stale_epoch')
      await store.logs.open('resp_a', 2)
      await store.logs.append('resp_a', 2, 0, events('x'))

      await store.logs.open('resp_b', 1)
      equal(await store.takeOver('resp_b', 1), 2)
      await refused(store.logs.append('resp_b', 1, 0, events('x')), 'stale_epoch')
      await store.logs.append('resp_b', 2, 0, events('x'))
    },
  },
  {
    name: 'what is over is not taken over, what is half over is',
    async run({ store }) {
      equal(await store.takeOver('resp_none', 1), undefined)

      await store.records.create(record('resp_a', { response: completed('resp_a') }), { log: true })
      equal(await store.takeOver('resp_a', 1), 2, 'final, but its log is open')
      await store.logs.append('resp_a', 2, 0, events('end'), { terminal: true })
      equal(await store.takeOver('resp_a', 2), undefined)

      await store.records.create(record('resp_b'), { log: true })
      await store.logs.append('resp_b', 1, 0, events('end'), { terminal: true })
      equal(await store.takeOver('resp_b', 1), 2, 'its log is closed, but it is not final')
      await store.records.update('resp_b', 2, { response: completed('resp_b') })
      equal(await store.takeOver('resp_b', 2), undefined)
    },
  },
]
