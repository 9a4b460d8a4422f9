import { expect, test } from 'vitest'
import { bearerKeys } from '../../../src/server/authenticate.js'
import { ask, eventsOf, idOf, post, testServer, told } from '../support.js'

const headers = (key: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${key}` },
})

test('B130: the response of another owner is one that there is not', async () => {
  const server = testServer(({ writer }) => writer.complete(), {
    authenticate: bearerKeys({ a: 'ka', b: 'kb' }),
  })
  const request = { model: 'm', input: 'Hi', background: true, stream: true }
  const id = idOf((await eventsOf(await post(server, request, headers('ka'))))[0])
  const unknown = {
    error: {
      message: `Response with id '${id}' not found.`,
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  }
  const asB = (path: string, init: RequestInit = {}) =>
    ask(server, `/${id}${path}`, { ...init, ...headers('kb') })
  expect(await told(await asB(''))).toEqual([404, unknown])
  expect(await told(await asB('?stream=true&starting_after=0'))).toEqual([404, unknown])
  expect(await told(await asB('/cancel', { method: 'POST' }))).toEqual([404, unknown])
  expect(await told(await asB('', { method: 'DELETE' }))).toEqual([404, unknown])
  expect(await told(await asB('/input_items'))).toEqual([404, unknown])
  expect(
    await told(await post(server, { model: 'm', input: 'Hi', previous_response_id: id }, headers('kb'))),
  ).toEqual([
    404,
    {
      error: {
        message: `Previous response with id '${id}' not found.`,
        type: 'invalid_request_error',
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      },
    },
  ])
  expect((await ask(server, `/${id}`, headers('ka'))).status).toBe(200)
})

test('the same key of two owners is two keys', async () => {
  const server = testServer(({ writer }) => writer.complete(), {
    authenticate: bearerKeys({ a: 'ka', b: 'kb' }),
  })
  const send = async (key: string): Promise<string> =>
    idOf(
      await (
        await post(
          server,
          { model: 'm', input: 'Hi' },
          { headers: { ...headers(key).headers, 'idempotency-key': 'k' } },
        )
      ).json(),
    )
  expect(await send('ka')).not.toBe(await send('kb'))
})
