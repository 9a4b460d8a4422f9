import type { CaseDefinition } from './case-definition.js'
import { contents, equal, events, refused } from './expectations.js'
import { question, record, response } from './records.js'

const everything = record('resp_all', {
  owner: 'owner with spaces / ünïcode 🦋',
  request: {
    model: 'm',
    input: [{ role: 'user', content: 'a\u0000b\u2028c "\\ 🦋' }],
    temperature: 0.1,
    metadata: { ключ: '値' },
  },
  input: [
    question('msg_1', 'a\u0000b\u2028c "\\ 🦋'),
    { id: 'fco_1', type: 'function_call_output', call_id: 'c', output: '{}' },
  ],
  parentId: 'resp_parent',
  response: response('resp_all', { status: 'in_progress', usage: null, metadata: { '': '' } }),
  background: false,
  stream: false,
  backendState: { upstream: { id: 'resp_theirs', attempts: [1, 2.5, null, true] } },
})

export const createCases: readonly CaseDefinition[] = [
  {
    name: 'a response comes back as it was given, with epoch 1 and its times',
    options: { recordRetention: 5000 },
    async run({ store, connect }) {
      const result = await store.records.create(everything)
      const read = await (await connect()).records.read('resp_all')
      const createdAt = read?.createdAt ?? 0
      equal(read, { ...everything, epoch: 1, createdAt, updatedAt: createdAt, expiresAt: createdAt + 5000 })
      equal(result, { outcome: 'created', record: read })
    },
  },
  {
    name: 'what is not given is not there',
    async run({ store }) {
      await store.records.create(record('resp_a'))
      const read = (await store.records.read('resp_a')) ?? {}
      for (const field of ['parentId', 'backendState', 'leaseExpiresAt', 'lease'])
        equal(field in read, false, field)
    },
  },
  {
    name: 'what went in or came out can be changed without changing what is stored',
    async run({ store }) {
      const given = record('resp_a')
      const result = await store.records.create(given)
      given.input.push(question('msg_later'))
      given.response.model = 'another'
      if (result.outcome === 'created') result.record.request.model = 'another'
      const read = await store.records.read('resp_a')
      if (read) read.response.status = 'failed'
      const { createdAt = 0, expiresAt } = read ?? {}
      equal(await store.records.read('resp_a'), {
        ...record('resp_a'),
        epoch: 1,
        createdAt,
        updatedAt: createdAt,
        expiresAt,
      })
    },
  },
  {
    name: 'an id is taken once, whoever asks',
    async run({ store, connect }) {
      await store.records.create(record('resp_a'))
      await refused((await connect()).records.create(record('resp_a', { owner: 'bob' })), 'record_exists')
      equal((await store.records.read('resp_a'))?.owner, 'ada')
    },
  },
  {
    name: 'an unknown response is undefined',
    async run({ store }) {
      equal(await store.records.read('resp_none'), undefined)
      equal(await store.delete('resp_none'), false)
    },
  },
  {
    name: 'a log is opened together with the response, or not at all',
    async run({ store }) {
      await store.records.create(record('resp_a'), { log: true })
      await store.logs.append('resp_a', 1, 0, events('x'))
      equal(await contents(store, 'resp_a'), ['x'])

      await store.logs.open('resp_b', 1)
      await refused(store.records.create(record('resp_b'), { log: true }), 'log_exists')
      equal(await store.records.read('resp_b'), undefined)

      await store.records.create(record('resp_c'))
      await refused(store.logs.read('resp_c', -1), 'log_missing')
    },
  },
]
