import { describe, expect, test } from 'vitest'
import { bearerKeys } from '../../src/server/authenticate.js'
import { scriptBackend } from '../../src/server/backends/script.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
import { parseAll, post, testServer } from './support.js'

const backend = scriptBackend(({ writer }) => writer.complete())
const get = (path: string, init: RequestInit = {}): Request => new Request(`http://localhost${path}`, init)

async function answer(
  server: { fetch(request: Request): Promise<Response | undefined> },
  request: Request,
): Promise<unknown> {
  const response = await server.fetch(request)
  return response && [response.status, await response.json()]
}

describe('paths', () => {
  test.each(['/', '/v1', '/v1/models', '/v1/responsesX', '/responses', '/v2/responses'])(
    '%s is not its own',
    async (path) => {
      expect(await createResponsesServer({ backend }).fetch(get(path))).toBeUndefined()
    },
  )

  test('the API can begin elsewhere', async () => {
    for (const basePath of ['/api/ai', '/api/ai/', '']) {
      const path = `${basePath.replace(/\/$/, '')}/responses`
      const server = createResponsesServer({ backend, basePath })
      const response = await server.fetch(get(path, { method: 'POST', body: '{"model":"m","input":"Hi"}' }))
      expect(response?.status).toBe(200)
    }
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s on the collection is not allowed', async (method) => {
    expect(await answer(testServer(backend), get('/v1/responses', { method }))).toEqual([
      405,
      {
        error: {
          message: `This path takes POST only, not ${method}.`,
          type: 'invalid_request_error',
          param: null,
          code: 'method_not_allowed',
        },
      },
    ])
  })

  test.each([
    ['PUT', '/resp_x', 'GET, DELETE'],
    ['GET', '/resp_x/cancel', 'POST'],
    ['POST', '/resp_x/input_items', 'GET'],
    ['GET', '', 'POST'],
  ])('%s on %s is not allowed, and it says what is', async (method, path, allow) => {
    const response = await testServer(backend).fetch(get(`/v1/responses${path}`, { method }))
    expect([response?.status, response?.headers.get('allow')]).toEqual([405, allow])
  })

  test('what is unknown below it says so', async () => {
    expect(await answer(testServer(backend), get('/v1/responses/resp_1/unknown'))).toEqual([
      404,
      {
        error: {
          message: 'Unknown request URL: GET /v1/responses/resp_1/unknown.',
          type: 'invalid_request_error',
          param: null,
          code: 'unknown_url',
        },
      },
    ])
  })
})

describe('a response that there is not', () => {
  test.each([
    ['GET', '/v1/responses/resp_1'],
    ['GET', '/v1/responses/resp_1?stream=true&starting_after=3'],
    ['DELETE', '/v1/responses/resp_1'],
    ['POST', '/v1/responses/resp_1/cancel'],
    ['GET', '/v1/responses/resp_1/input_items'],
  ])('%s %s is not found', async (method, path) => {
    expect(await answer(testServer(backend), get(path, { method }))).toEqual([
      404,
      {
        error: {
          message: "Response with id 'resp_1' not found.",
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
    ])
  })

  test('an id of another kind is no id', async () => {
    expect(await answer(testServer(backend), get('/v1/responses/msg_1'))).toEqual([
      400,
      {
        error: {
          message: "Invalid 'response_id': 'msg_1'. Expected an ID that begins with 'resp'.",
          type: 'invalid_request_error',
          param: 'response_id',
          code: 'invalid_id_prefix',
        },
      },
    ])
  })

  test('B130: without a key not even that is told', async () => {
    const server = testServer(backend, { authenticate: bearerKeys(['k']) })
    expect((await server.fetch(get('/v1/responses/resp_1')))?.status).toBe(401)
  })
})

describe('x-request-id', () => {
  test('is on every answer, the one that was sent where there is one', async () => {
    const server = testServer(backend)
    const sent = { headers: { 'x-request-id': 'mine' } }
    const requests = [
      () => post(server, { model: 'm', input: 'Hi' }, sent),
      () => post(server, { model: 'm', input: 'Hi', stream: true }, sent),
      () => post(server, 'not JSON', sent),
      () => server.fetch(get('/v1/responses/resp_1', sent)),
      () => server.fetch(get('/v1/responses/resp_1/unknown', sent)),
    ]
    const ids = await Promise.all(requests.map(async (ask) => (await ask())?.headers.get('x-request-id')))
    expect(ids).toEqual(['mine', 'mine', 'mine', 'mine', 'mine'])
    const own = await post(server, { model: 'm', input: 'Hi' })
    expect(own.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{48}$/)
  })
})

describe('closing', () => {
  const never = new Promise<never>(() => undefined)

  test('ends live streams properly and refuses what comes later', async () => {
    const server = testServer(async function* () {
      yield {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'msg_0', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
      }
      await never
    })
    const response = await post(server, { model: 'm', input: 'Hi', stream: true })
    await server.close()
    const last = parseAll(await response.text()).at(-1)
    expect(last).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'server_shutdown', message: 'The server is shutting down.' },
        output: [{ status: 'incomplete' }],
      },
    })
    expect((await post(server, { model: 'm', input: 'Hi' })).status).toBe(503)
  })

  test('what has not begun to answer gets a 503', async () => {
    let asked = (): void => undefined
    const running = new Promise<void>((resolve) => (asked = resolve))
    const server = testServer(() => {
      asked()
      return never
    })
    const answering = post(server, { model: 'm', input: 'Hi' })
    await running
    await server.close()
    const response = await answering
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        error: {
          message: 'The server is shutting down.',
          type: 'server_error',
          param: null,
          code: 'server_shutdown',
        },
      },
    ])
  })
})

test('a server that asks nobody who they are is for this machine only', () => {
  expect(createResponsesServer({ backend }).loopbackOnly).toBe(true)
  expect(createResponsesServer({ backend, authenticate: bearerKeys(['k']) }).loopbackOnly).toBe(false)
  expect(createResponsesServer({ backend, prepare: (params) => params }).loopbackOnly).toBe(false)
})
