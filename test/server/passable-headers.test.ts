import { expect, test } from 'vitest'
import { passableHeaders, pickHeaders } from '../../src/server/passable-headers.js'

const headers = new Headers({
  traceparent: '00-1-2-01',
  authorization: 'Bearer secret',
  cookie: 'a=b',
  'set-cookie': 'a=b',
  'x-api-key': 'secret',
  'api-key': 'secret',
  'content-length': '3',
  connection: 'keep-alive',
  'transfer-encoding': 'chunked',
  'x-ratelimit-limit-tokens': '10',
  'x-other': 'o',
})

test('credentials, cookies and what describes a connection or a body are never passed on', () => {
  expect([...passableHeaders(headers)]).toEqual([
    ['traceparent', '00-1-2-01'],
    ['x-other', 'o'],
    ['x-ratelimit-limit-tokens', '10'],
  ])
})

test('of the others those on the list, whatever their case; a star stands for the rest of a name', () => {
  const listed = [
    'Traceparent',
    'authorization',
    'COOKIE',
    'x-api-key',
    'content-*',
    'x-absent',
    'X-RateLimit-*',
  ]
  expect(pickHeaders(headers, listed)).toEqual({
    traceparent: '00-1-2-01',
    'x-ratelimit-limit-tokens': '10',
  })
  expect(Object.keys(pickHeaders(headers, ['*']))).toEqual([...passableHeaders(headers).keys()])
})
