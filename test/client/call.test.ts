import { afterEach, expect, it, vi } from 'vitest'
import { prepareCall } from '../../src/client/call.js'

afterEach(() => void vi.unstubAllGlobals())

const post = { method: 'POST', path: '/responses', body: {} } as const
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

it.each([
  ['a POST', post, {}, { accept: 'application/json', 'idempotency-key': uuid }],
  [
    'a POST with a key of its own',
    post,
    { idempotencyKey: 'mine' },
    { accept: 'application/json', 'idempotency-key': 'mine' },
  ],
  ['a POST without a key', post, { idempotencyKey: null }, { accept: 'application/json' }],
  [
    'a GET',
    { method: 'GET', path: '/responses/r' } as const,
    { idempotencyKey: 'mine' },
    { accept: 'application/json' },
  ],
  [
    'a stream',
    { ...post, stream: true },
    { idempotencyKey: null },
    { accept: 'text/event-stream', 'accept-encoding': 'identity' },
  ],
])('sets these headers on %s and no other', (_name, call, options, headers) => {
  expect(prepareCall(call, options).request.headers).toEqual(headers)
})

it('sets nothing in a browser that CORS would have to allow', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' })
  expect(prepareCall({ ...post, stream: true }, {}).request.headers).toEqual({ accept: 'text/event-stream' })
  expect(prepareCall(post, { idempotencyKey: 'mine' }).request.headers).toEqual({
    accept: 'application/json',
    'idempotency-key': 'mine',
  })
})

it('puts the query of the options over that of the call', () => {
  const { request } = prepareCall({ method: 'GET', path: '/r', query: { a: 1, b: 1 } }, { query: { b: 2 } })
  expect(request.query).toEqual({ a: 1, b: 2 })
})
