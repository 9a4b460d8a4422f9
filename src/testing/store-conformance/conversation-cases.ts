import type { ItemPageQuery } from '../../store/item-page.js'
import type { Store } from '../../store/store.js'
import type { CaseDefinition } from './case-definition.js'
import { equal, refused } from './expectations.js'
import { answer, completed, idsOf, question, record, response } from './records.js'

/** Four turns: resp_1 ← resp_2 ← resp_3 ← resp_4. The last has no output yet. */
async function conversation(store: Store): Promise<void> {
  await store.records.create(
    record('resp_1', { input: [question('a'), question('b')], response: completed('resp_1') }),
  )
  await store.records.create(record('resp_2', { parentId: 'resp_1', response: completed('resp_2') }))
  await store.records.create(record('resp_3', { parentId: 'resp_2', response: completed('resp_3') }))
  await store.records.create(record('resp_4', { parentId: 'resp_3' }))
}

const upTo2 = ['a', 'b', 'out_resp_1', 'in_resp_2']
const upTo4 = [...upTo2, 'out_resp_2', 'in_resp_3', 'out_resp_3', 'in_resp_4']

/** The ids of a page, and whether there are more. */
async function page(store: Store, id: string, query?: ItemPageQuery): Promise<unknown[]> {
  const found = await store.records.listInputItems(id, query)
  return [idsOf(found?.items), found?.hasMore]
}

export const conversationCases: readonly CaseDefinition[] = [
  {
    name: 'the history is the input and the output of each turn, over three parents, oldest first',
    async run({ store, connect }) {
      await conversation(store)
      const other = await connect()
      equal(idsOf(await other.records.history('resp_4')), upTo4)
      equal(idsOf(await other.records.history('resp_2')), [...upTo2, 'out_resp_2'])
      equal(await other.records.history('resp_1'), [question('a'), question('b'), answer('out_resp_1')])
      equal(await other.records.history('resp_none'), undefined)
    },
  },
  {
    name: 'the history begins after a deleted response, and after one of another owner',
    async run({ store }) {
      await conversation(store)
      await store.delete('resp_2')
      equal(idsOf(await store.records.history('resp_4')), ['in_resp_3', 'out_resp_3', 'in_resp_4'])
      await store.records.create(record('resp_2', { owner: 'bob', response: completed('resp_2') }))
      equal(idsOf(await store.records.history('resp_4')), ['in_resp_3', 'out_resp_3', 'in_resp_4'])
    },
  },
  {
    name: 'a circle of parents is walked once',
    async run({ store }) {
      await store.records.create(record('resp_1', { parentId: 'resp_2' }))
      await store.records.create(record('resp_2', { parentId: 'resp_1' }))
      await store.records.create(record('resp_3', { parentId: 'resp_3' }))
      equal(idsOf(await store.records.history('resp_2')), ['in_resp_1', 'in_resp_2'])
      equal(idsOf(await store.records.history('resp_3')), ['in_resp_3'])
      equal(await page(store, 'resp_3'), [['in_resp_3'], false])
    },
  },
  {
    name: 'a response without an output list has no output',
    async run({ store }) {
      await store.records.create(record('resp_1', { response: response('resp_1', { output: null }) }))
      equal(idsOf(await store.records.history('resp_1')), ['in_resp_1'])
    },
  },
  {
    name: 'the input items are the conversation before the response and its own input, newest first',
    async run({ store, connect }) {
      await conversation(store)
      const other = await connect()
      equal(await page(other, 'resp_2'), [upTo2.toReversed(), false])
      equal(await page(other, 'resp_4'), [upTo4.toReversed(), false])
      equal(await page(other, 'resp_4', { order: 'asc' }), [upTo4, false])
      equal(await other.records.listInputItems('resp_none'), undefined)
    },
  },
  {
    name: 'pages forward, in both orders',
    async run({ store }) {
      await conversation(store)
      for (const order of ['asc', 'desc'] as const) {
        const expected = order === 'asc' ? upTo4 : upTo4.toReversed()
        equal(await page(store, 'resp_4', { order, limit: 3 }), [expected.slice(0, 3), true])
        const after = expected[2] ?? ''
        equal(await page(store, 'resp_4', { order, limit: 3, after }), [expected.slice(3, 6), true])
        equal(await page(store, 'resp_4', { order, limit: 5, after }), [expected.slice(3), false])
        equal(await page(store, 'resp_4', { order, after: expected.at(-1) ?? '' }), [[], false])
      }
    },
  },
  {
    name: 'pages backward, in both orders',
    async run({ store }) {
      await conversation(store)
      for (const order of ['asc', 'desc'] as const) {
        const expected = order === 'asc' ? upTo4 : upTo4.toReversed()
        const before = expected[5] ?? ''
        equal(await page(store, 'resp_4', { order, limit: 3, before }), [expected.slice(2, 5), true])
        equal(await page(store, 'resp_4', { order, limit: 5, before }), [expected.slice(0, 5), false])
        const after = expected[1] ?? ''
        equal(await page(store, 'resp_4', { order, limit: 2, after, before }), [expected.slice(2, 4), true])
        equal(await page(store, 'resp_4', { order, after, before }), [expected.slice(2, 5), false])
        equal(await page(store, 'resp_4', { order, after: before, before: after }), [[], false])
      }
    },
  },
  {
    name: 'without a limit a page has twenty items',
    async run({ store }) {
      const ids = Array.from({ length: 21 }, (_, index) => `msg_${index}`)
      await store.records.create(record('resp_1', { input: ids.map((id) => question(id)) }))
      equal(await page(store, 'resp_1', { order: 'asc' }), [ids.slice(0, 20), true])
    },
  },
  {
    name: 'a cursor that is none of the items is refused',
    async run({ store }) {
      await conversation(store)
      await refused(store.records.listInputItems('resp_2', { after: 'in_resp_3' }), 'item_missing')
      await refused(store.records.listInputItems('resp_2', { before: '' }), 'item_missing')
    },
  },
  {
    name: 'an item that was given again counts once, so that cursors lead somewhere',
    async run({ store }) {
      await store.records.create(
        record('resp_1', { input: [question('a'), question('b')], response: completed('resp_1') }),
      )
      await store.records.create(
        record('resp_2', { parentId: 'resp_1', input: [question('b'), question('c')] }),
      )
      equal(await page(store, 'resp_2', { order: 'asc' }), [['a', 'b', 'out_resp_1', 'c'], false])
      equal(await page(store, 'resp_2', { order: 'desc', after: 'b' }), [['a'], false])
    },
  },
]
