import { expect, test } from 'vitest'
import { apiErrorFromStatus } from '../../src/errors/api-error.js'
import { failureOf } from '../../src/server/failure.js'
import { HTTPError } from '../../src/server/http-error.js'

test('an HTTPError is told as it is, its wait in whole seconds', () => {
  const error = new HTTPError({
    status: 429,
    message: 'Slow down.',
    code: 'rate_limit_exceeded',
    param: 'model',
    retryAfter: 2100,
  })
  expect(failureOf(error)).toEqual({
    status: 429,
    error: { message: 'Slow down.', type: 'rate_limit_error', param: 'model', code: 'rate_limit_exceeded' },
    retryAfter: '3',
  })
})

test("an API error of this package is passed on with the provider's own words and wait", () => {
  const body = { message: 'Quota.', type: 'insufficient_quota', code: 'insufficient_quota', param: null }
  expect(failureOf(apiErrorFromStatus(429, body, new Headers({ 'retry-after': '7' })))).toEqual({
    status: 429,
    error: { message: 'Quota.', type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
    retryAfter: '7',
  })
})

test('any error with an HTTP status is one, plain headers included', () => {
  const error = Object.assign(new Error('Busy.'), { status: 503, headers: { 'retry-after': '3' } })
  expect(failureOf(error)).toEqual({
    status: 503,
    error: { message: 'Busy.', type: 'server_error', param: null, code: null },
    retryAfter: '3',
  })
})

test.each([
  [new Error('connect ECONNREFUSED 10.0.0.3:5432')],
  ['a string'],
  [undefined],
  [Object.assign(new Error('x'), { status: 200 })],
])('nothing of %s reaches the client', (thrown) => {
  expect(failureOf(thrown)).toEqual({
    status: 500,
    error: {
      message: 'The server had an error while producing this response.',
      type: 'server_error',
      param: null,
      code: 'server_error',
    },
  })
})
