import { describe, expect, expectTypeOf, it } from 'vitest'
import type { APIPromise } from '../../src/client/api-promise.js'
import type { Responses } from '../../src/client/responses.js'
import type { Response as ResponseObject } from '../../src/events/response.js'
import type { ResponseStream } from '../../src/stream/response-stream.js'
import type { Stream } from '../../src/stream/stream.js'
import { message, response } from '../../src/testing/response-builders.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { baseURL, key, okAnswer, params, scriptedClient, serverError } from './helpers.js'
import { rejection } from './rejection.js'

const answered = response('completed', [message(0, 'Hi there')])

describe('create', () => {
  it('sends the parameters as they are and completes the response', async () => {
    const { client, fetch } = scriptedClient([jsonAnswer(200, answered)])
    const given = { ...params, tools: [], metadata: { a: '1' } }
    expect(await client.responses.create(given, { idempotencyKey: 'mine' })).toEqual({
      ...answered,
      output_text: 'Hi there',
    })
    expect(fetch.requests).toHaveLength(1)
    const [request] = fetch.requests
    expect([request?.method, request?.url, request?.body]).toEqual([
      'POST',
      `${baseURL}/responses`,
      JSON.stringify(given),
    ])
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'mine',
    })
  })

  it('sends the request though nobody awaits it, and its failure is not unhandled', async () => {
    const { client, fetch } = scriptedClient([serverError()], { maxRetries: 0 })
    void client.responses.create(params)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(fetch.requests).toHaveLength(1)
  })

  it('gives result, response and request id', async () => {
    const { client } = scriptedClient([jsonAnswer(200, answered, { 'x-request-id': 'req_1' })])
    const { data, response: http, request_id } = await client.responses.create(params).withResponse()
    expect([data.output_text, http.status, request_id]).toEqual(['Hi there', 200, 'req_1'])
  })

  it('gives the raw response', async () => {
    const { client } = scriptedClient([jsonAnswer(200, answered)])
    const http = await client.responses.create(params).asResponse()
    expect(await http.json()).toEqual(answered)
  })

  it('rejects with the error of the status, raw or not', async () => {
    const { client } = scriptedClient([serverError('server_error', { 'x-request-id': 'req_1' })], {
      maxRetries: 0,
    })
    const promise = client.responses.create(params)
    const error = await rejection(promise)
    expect(error).toMatchObject({
      name: 'InternalServerError',
      status: 500,
      code: 'server_error',
      requestID: 'req_1',
      message: '500 boom',
    })
    expect(await rejection(promise.asResponse())).toBe(error)
  })

  it('counts the attempts in the message of the last error', async () => {
    const { client } = scriptedClient([serverError('x', { 'retry-after': '0' })])
    expect(await rejection(client.responses.create(params))).toMatchObject({
      message: '500 boom (after 3 attempts)',
    })
  })
})

it('types follow the parameters', () => {
  const { client } = scriptedClient([okAnswer])
  const { create, retrieve, stream } = client.responses
  expectTypeOf(create).toBeCallableWith(params, { strict: true })
  expectTypeOf(() => create(params)).returns.resolves.toExtend<ResponseObject>()
  expectTypeOf(() => create({ ...params, stream: true })).returns.toEqualTypeOf<APIPromise<Stream>>()
  expectTypeOf(() => create({ ...params, stream: Boolean(0) })).returns.toEqualTypeOf<
    APIPromise<ResponseObject | Stream>
  >()
  expectTypeOf(() => retrieve('resp_t')).returns.toEqualTypeOf<APIPromise<ResponseObject>>()
  expectTypeOf(() => retrieve('resp_t', { stream: true })).returns.toEqualTypeOf<APIPromise<Stream>>()
  expectTypeOf(() => stream(params)).returns.toExtend<ResponseStream>()
})

describe('the other methods', () => {
  it.each<[string, (api: Responses) => PromiseLike<unknown>, string, string]>([
    ['retrieve', (api) => api.retrieve('resp_t'), 'GET', '/responses/resp_t'],
    [
      'retrieve with a query',
      (api) => api.retrieve('resp_t', { include: ['reasoning.encrypted_content'] }),
      'GET',
      '/responses/resp_t?include[]=reasoning.encrypted_content',
    ],
    ['retrieve of an id that needs encoding', (api) => api.retrieve('a/b?c'), 'GET', '/responses/a%2Fb%3Fc'],
    ['cancel', (api) => api.cancel('resp_t'), 'POST', '/responses/resp_t/cancel'],
    ['delete', (api) => api.delete('resp_t'), 'DELETE', '/responses/resp_t'],
  ])('%s', async (_name, call, method, path) => {
    const { client, fetch } = scriptedClient([okAnswer])
    await call(client.responses)
    const [request] = fetch.requests
    expect([request?.method, decodeURI(request?.url ?? ''), request?.body]).toEqual([
      method,
      decodeURI(baseURL + path),
      '',
    ])
    expect(request?.headers.has('idempotency-key')).toBe(method === 'POST')
    expect(request?.headers.has('content-type')).toBe(false)
  })

  it('retrieve and cancel give the response', async () => {
    const { client } = scriptedClient([jsonAnswer(200, answered)])
    const expected = { ...answered, output_text: 'Hi there' }
    expect(await client.responses.retrieve('resp_t')).toEqual(expected)
    expect(await client.responses.cancel('resp_t')).toEqual(expected)
  })

  it.each([
    jsonAnswer(200, { id: 'resp_t', object: 'response', deleted: true }),
    { status: 204, headers: {} },
  ])('delete gives nothing, whatever the body', async (answer) => {
    const body = answer.status === 204 ? null : JSON.stringify({ deleted: true })
    const fetch = async (): Promise<Response> => new Response(body, { status: answer.status ?? 200 })
    const { client } = scriptedClient([answer], { fetch })
    expect(await client.responses.delete('resp_t')).toBeUndefined()
  })

  it('lists input items over all pages', async () => {
    const page = (ids: string[], has_more: boolean): object => ({
      object: 'list',
      data: ids.map((id) => ({ id, type: 'message', role: 'user', content: [] })),
      first_id: ids[0],
      last_id: ids.at(-1),
      has_more,
    })
    const { client, fetch } = scriptedClient([
      jsonAnswer(200, page(['a', 'b'], true)),
      jsonAnswer(200, page(['c'], false)),
    ])
    const ids: unknown[] = []
    for await (const item of client.responses.inputItems.list('resp_t', { limit: 2, order: 'asc' }))
      ids.push(item.id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(fetch.requests.map(({ url }) => url)).toEqual([
      `${baseURL}/responses/resp_t/input_items?limit=2&order=asc`,
      `${baseURL}/responses/resp_t/input_items?limit=2&order=asc&after=b`,
    ])
  })

  it('gives one page when awaited', async () => {
    const list = { object: 'list', data: [], first_id: null, last_id: null, has_more: false }
    const { client } = scriptedClient([jsonAnswer(200, list)])
    const page = await client.responses.inputItems.list('resp_t')
    expect({ ...page, hasNextPage: page.hasNextPage() }).toMatchObject({ ...list, hasNextPage: false })
  })

  it('refuses a list that is none', async () => {
    const { client } = scriptedClient([okAnswer])
    expect(await rejection(client.responses.inputItems.list('resp_t'))).toMatchObject({
      code: 'unexpected_content_type',
    })
  })
})

describe('wrong arguments', () => {
  const untyped = (value: unknown): never => value as never

  it.each<[string, (api: Responses) => PromiseLike<unknown>, string]>([
    [
      'undefined',
      (api) => api.retrieve(untyped(undefined)),
      'responses.retrieve needs the id of a response ("resp_…"), and got undefined.',
    ],
    [
      'an empty id',
      (api) => api.cancel(''),
      'responses.cancel needs the id of a response ("resp_…"), and got "".',
    ],
    [
      'a blank id',
      (api) => api.delete(' '),
      'responses.delete needs the id of a response ("resp_…"), and got " ".',
    ],
    [
      'a path',
      (api) => api.delete('..'),
      'responses.delete needs the id of a response ("resp_…"), and got "..".',
    ],
    [
      'null',
      (api) => api.inputItems.list(untyped(null)),
      'responses.inputItems.list needs the id of a response ("resp_…"), and got null.',
    ],
    [
      'no parameters',
      (api) => api.create(untyped(undefined)),
      'responses.create needs parameters, and got undefined.',
    ],
  ])('reject before anything is sent: %s', async (_name, call, text) => {
    const { client, fetch } = scriptedClient([okAnswer])
    expect(await rejection(call(client.responses))).toMatchObject({ code: 'invalid_argument', message: text })
    expect(fetch.requests).toEqual([])
  })

  it('cannot mix creating with following a response that exists', async () => {
    const { client, fetch } = scriptedClient([okAnswer])
    const mixed = { ...params, response_id: 'resp_t' }
    const text =
      ' creates a response and takes no response_id. ' +
      'Follow a response with responses.stream({ response_id, starting_after }); continue a conversation with previous_response_id.'
    expect(await rejection(client.responses.create(mixed))).toMatchObject({
      code: 'invalid_argument',
      message: `responses.create${text}`,
    })
    expect(() => client.responses.stream(mixed)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: `responses.stream${text}` }),
    )
    expect(fetch.requests).toEqual([])
  })
})
