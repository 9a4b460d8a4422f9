import { describe, expect, it } from 'vitest'
import {
  APIError,
  type APIErrorBody,
  apiErrorFromEvent,
  apiErrorFromStatus,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from '../../src/errors/api-error.js'

describe('apiErrorFromStatus', () => {
  it.each([
    [400, BadRequestError, false],
    [401, AuthenticationError, false],
    [403, PermissionDeniedError, false],
    [404, NotFoundError, false],
    [408, APIError, true],
    [409, ConflictError, true],
    [422, UnprocessableEntityError, false],
    [429, RateLimitError, true],
    [500, InternalServerError, true],
    [503, InternalServerError, true],
    [418, APIError, false],
  ])('%i is the official class; whether a retry may help is %3$s', (status, ErrorClass, retryable) => {
    const error = apiErrorFromStatus(status, { message: 'no', type: 't', param: 'p', code: 'c' }, undefined)
    expect(error.constructor).toBe(ErrorClass)
    expect(error).toMatchObject({
      status,
      message: `${status} no`,
      code: 'c',
      param: 'p',
      type: 't',
      retryable,
    })
  })

  it('keeps the request id and what the server asked to wait', () => {
    const headers = new Headers({ 'x-request-id': 'req_1', 'retry-after': '3' })
    expect(apiErrorFromStatus(429, undefined, headers)).toMatchObject({
      requestID: 'req_1',
      retryAfter: 3000,
      code: null,
      message: '429 no message',
    })
  })

  it.each(['insufficient_quota', 'usage_limit_reached'])(
    'B048: a spent quota (%s) is not retryable, for all that it is a 429',
    (code) => {
      expect(apiErrorFromStatus(429, { message: 'limit', code }, undefined).retryable).toBe(false)
      expect(apiErrorFromStatus(429, { message: 'limit', type: code }, undefined).retryable).toBe(false)
    },
  )
})

describe('apiErrorFromEvent', () => {
  it('B048: knows the reset in hours and keeps fields it does not know', () => {
    const body = { type: 'usage_limit_reached', message: 'limit', resets_in_seconds: 9568 }
    expect(apiErrorFromEvent(body, 429)).toMatchObject({
      retryable: false,
      retryAfter: 9_568_000,
      error: body,
      status: 429,
      code: null,
    })
  })

  it('B044: a rate limit is retryable without a status', () => {
    expect(apiErrorFromEvent({ code: 'rate_limit_exceeded', message: 'slow down' })).toMatchObject({
      code: 'rate_limit_exceeded',
      message: 'slow down',
      retryable: true,
      status: undefined,
    })
  })

  it('says so when the server gave no message', () => {
    expect(apiErrorFromEvent({}).message).toBe(
      'The server reported an error inside the stream without a message.',
    )
  })
})

describe('fields of odd types', () => {
  it.each([
    [{ message: { text: 'no' }, code: 42, type: ['a'], param: null }, '{"text":"no"}', '42', '["a"]', null],
    [{ message: '', code: '' }, '', '', undefined, undefined],
    [
      { message: null },
      'The server reported an error inside the stream without a message.',
      null,
      undefined,
      undefined,
    ],
  ])('%j: what is not text is shown as JSON', (body, message, code, type, param) => {
    const sent: unknown = body
    const error = apiErrorFromEvent(sent as APIErrorBody)
    expect([error.message, error.code, error.type, error.param]).toEqual([message, code, type, param])
    expect(error.error).toBe(body)
  })
})
