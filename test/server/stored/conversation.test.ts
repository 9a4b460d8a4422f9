import { describe, expect, test } from 'vitest'
import { demoBackend } from '../../../src/server/backends/demo.js'
import type { BackendRun } from '../../../src/server/backend.js'
import { ask, idOf, post, testServer, told } from '../support.js'

const create = async (
  server: ReturnType<typeof testServer>,
  body: object,
): Promise<Record<string, unknown>> =>
  (await (await post(server, { model: 'm', ...body })).json()) as Record<string, unknown>

test('the demo backend remembers through previous_response_id, also what was not stored after it', async () => {
  const server = testServer(demoBackend({ pace: 0 }))
  const first = await create(server, { input: 'Hello! My name is Ada.' })
  const second = await create(server, { input: 'Nice.', previous_response_id: first.id })
  const third = await create(server, {
    input: 'What is my name?',
    previous_response_id: second.id,
    store: false,
  })
  expect(third).toMatchObject({
    previous_response_id: second.id,
    output: [{ content: [{ text: 'Your name is Ada. You told me so earlier in this conversation.' }] }],
  })
  const stranger = await create(server, { input: 'What is my name?' })
  expect(stranger).toMatchObject({ output: [{ content: [{ text: 'You have not told me your name yet.' }] }] })
})

test('a backend gets the input and output of earlier turns, oldest first', async () => {
  const runs: BackendRun[] = []
  const server = testServer(async (run) => {
    runs.push(run)
    await run.writer.message({ id: `msg_${runs.length}` }).text('answer')
    await run.writer.complete()
  })
  const first = await create(server, {
    input: [{ type: 'message', id: 'in_1', role: 'user', content: 'one' }],
  })
  const second = await create(server, {
    input: [{ type: 'message', id: 'in_2', role: 'user', content: 'two' }],
    previous_response_id: first.id,
  })
  await create(server, { input: 'three', previous_response_id: second.id })
  expect(runs.map(({ history }) => history.map((item) => Reflect.get(item, 'id')))).toEqual([
    [],
    ['in_1', 'msg_1'],
    ['in_1', 'msg_1', 'in_2', 'msg_2'],
  ])
})

test('a call of an earlier turn is answered by its result; a result without a call is refused', async () => {
  const server = testServer(async ({ writer, history }) => {
    if (history.length === 0) await writer.functionCall({ name: 'f', call_id: 'call_1' }).arguments('{}')
    await writer.complete()
  })
  const first = await create(server, { input: 'Hi' })
  const result = (call_id: string) => [{ type: 'function_call_output', call_id, output: 'done' }]
  expect(await create(server, { input: result('call_1'), previous_response_id: first.id })).toMatchObject({
    status: 'completed',
  })
  expect(await create(server, { input: result('call_2'), previous_response_id: first.id })).toEqual({
    error: {
      message: 'No tool call found for function call output with call_id call_2.',
      type: 'invalid_request_error',
      param: 'input',
      code: null,
    },
  })
})

test('a previous response that is not there, or that has not ended, is refused', async () => {
  const server = testServer(() => new Promise(() => undefined))
  expect(await told(await post(server, { model: 'm', input: 'Hi', previous_response_id: 'resp_1' }))).toEqual(
    [
      400,
      {
        error: {
          message: "Previous response with id 'resp_1' not found.",
          type: 'invalid_request_error',
          param: 'previous_response_id',
          code: 'previous_response_not_found',
        },
      },
    ],
  )
  const { id } = await create(server, { input: 'Hi', background: true })
  expect(await create(server, { input: 'Hi', previous_response_id: id })).toMatchObject({
    error: { param: 'previous_response_id', code: 'previous_response_not_finished' },
  })
})

describe('input_items', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ type: 'message', id, role: 'user', content: id }))

  async function listOf(query: string): Promise<[number, unknown]> {
    const server = testServer(({ writer }) => writer.complete())
    const first = await create(server, { input: items.slice(0, 1) })
    const second = await create(server, { input: items.slice(1), previous_response_id: first.id })
    const [status, body] = await told(await ask(server, `/${idOf(second)}/input_items${query}`))
    const data: unknown = Reflect.get(Object(body), 'data')
    return [status, Array.isArray(data) ? { ...Object(body), data: data.map(idOf) } : body]
  }

  const page = (data: string[], has_more: boolean): unknown => [
    200,
    { object: 'list', data, first_id: data[0] ?? null, last_id: data.at(-1) ?? null, has_more },
  ]

  test.each([
    ['', ['d', 'c', 'b', 'a'], false],
    ['?order=asc&limit=2', ['a', 'b'], true],
    ['?order=asc&after=b', ['c', 'd'], false],
    ['?limit=1&after=d', ['c'], true],
    ['?order=asc&before=c', ['a', 'b'], false],
    ['?order=asc&after=d', [], false],
    ['?include[]=message.output_text.logprobs&include[]=x', ['d', 'c', 'b', 'a'], false],
  ])('%s', async (query, ids, more) => {
    expect(await listOf(query)).toEqual(page(ids, more))
  })

  test.each([
    ['?limit=0', 'limit', 'integer_below_min_value'],
    ['?limit=101', 'limit', 'integer_above_max_value'],
    ['?limit=x', 'limit', 'invalid_type'],
    ['?limit=1e1', 'limit', 'invalid_type'],
    ['?limit=2.5', 'limit', 'invalid_type'],
    ['?limit=', 'limit', 'invalid_type'],
    ['?order=up', 'order', 'unsupported_value'],
    ['?after=nothing', 'after', 'item_not_found'],
  ])('%s is refused', async (query, param, code) => {
    expect(await listOf(query)).toMatchObject([400, { error: { param, code } }])
  })
})

describe('delete', () => {
  test('a finished response is gone, and so is what was built on it', async () => {
    const server = testServer(({ writer }) => writer.complete())
    const { id } = await create(server, { input: 'Hi' })
    const remove = { method: 'DELETE' }
    expect(await told(await ask(server, `/${id}`, remove))).toEqual([
      200,
      { id, object: 'response', deleted: true },
    ])
    expect((await ask(server, `/${id}`)).status).toBe(404)
    expect((await ask(server, `/${id}`, remove)).status).toBe(404)
    const next = await post(server, { model: 'm', input: 'Hi', previous_response_id: id })
    expect(await told(next)).toMatchObject([404, { error: { code: 'previous_response_not_found' } }])
  })

  test('one that is running is not', async () => {
    const server = testServer(() => new Promise(() => undefined))
    const { id } = await create(server, { input: 'Hi', background: true })
    expect(await told(await ask(server, `/${String(id)}`, { method: 'DELETE' }))).toMatchObject([
      400,
      { error: { message: 'Cannot delete an in-flight response.' } },
    ])
  })
})
