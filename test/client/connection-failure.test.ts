import { describe, expect, it } from 'vitest'
import { connectionFailure } from '../../src/client/connection-failure.js'
import { ProtocolError } from '../../src/errors/stream-error.js'

const target = 'http://127.0.0.1:9/v1/responses'

function fetchFailed(code: string, fields: object = {}): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error(`socket said ${code}`), { code }, fields),
  })
}

describe('connectionFailure', () => {
  it.each([
    [
      'ECONNREFUSED',
      { address: '127.0.0.1', port: 9 },
      '(ECONNREFUSED 127.0.0.1:9). Nothing listens there',
      true,
    ],
    ['ECONNREFUSED', { address: '::1', port: 9 }, '(ECONNREFUSED [::1]:9). Nothing listens there', true],
    [
      'ENOTFOUND',
      { hostname: 'no.such.test' },
      '(ENOTFOUND no.such.test). The host name was not found',
      true,
    ],
    [
      'EAI_AGAIN',
      { hostname: 'no.such.test' },
      '(EAI_AGAIN no.such.test). The host name was not found',
      true,
    ],
    ['ECONNRESET', {}, '(ECONNRESET). The server or a proxy closed the connection', true],
    ['UND_ERR_SOCKET', {}, '(UND_ERR_SOCKET). The server or a proxy closed the connection', true],
    ['UND_ERR_CONNECT_TIMEOUT', {}, '(UND_ERR_CONNECT_TIMEOUT). The server was not reached', true],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', {}, '(DEPTH_ZERO_SELF_SIGNED_CERT). TLS was refused', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', {}, '(ERR_TLS_CERT_ALTNAME_INVALID). TLS was refused', false],
    ['ERR_INVALID_URL', {}, '(ERR_INVALID_URL). Outside a browser, baseURL must begin', false],
  ])('says of %s what happened, where, and what to do', (code, fields, expected, retryable) => {
    const cause = fetchFailed(code, fields)
    const error = connectionFailure(cause, target)
    expect(error).toMatchObject({ name: 'APIConnectionError', code: 'connection_error', retryable, cause })
    expect(error.message).toContain(`Connection error: no answer from ${target} ${expected}`)
  })

  it('finds the reason when a name has several addresses', () => {
    const each = Object.assign(new Error('connect ECONNREFUSED ::1:9'), {
      code: 'ECONNREFUSED',
      address: '::1',
      port: 9,
    })
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new AggregateError([each], ''), { code: 'ECONNREFUSED' }),
    })
    expect(connectionFailure(cause, target).message).toContain('(ECONNREFUSED [::1]:9)')
  })

  it.each([
    [new TypeError('Failed to fetch'), '(Failed to fetch). Check that baseURL can be reached; in a browser'],
    ['odd', `${target}. Check that baseURL`],
    [undefined, `${target}. Check that baseURL`],
  ])('makes do with what a browser says: %s', (cause, expected) => {
    expect(connectionFailure(cause, target).message).toContain(expected)
  })

  it.each([
    new TypeError('fetch failed', { cause: new Error('redirect count exceeded') }),
    new TypeError('fetch failed', { cause: new Error('unexpected redirect') }),
    Object.assign(new Error('The response redirected too many times'), { code: 'TooManyRedirects' }),
  ])('does not try again after redirects that lead nowhere: %s', (cause) => {
    const error = connectionFailure(cause, target)
    expect(error.retryable).toBe(false)
    expect(error.message).toContain(
      '). The server redirects in a circle, or where no redirect is allowed: check scheme, host and path in baseURL.',
    )
    expect(error.message).not.toContain('CORS')
  })

  it('does not try again where fetch refuses the port', () => {
    const error = connectionFailure(new TypeError('fetch failed', { cause: new Error('bad port') }), target)
    expect([error.retryable, error.message]).toEqual([
      false,
      `Connection error: no answer from ${target} (bad port). ` +
        '`fetch` refuses this port, which is kept for another protocol: let the server listen on another one.',
    ])
  })

  it("names Node's own headers timeout and its remedy", () => {
    const error = connectionFailure(fetchFailed('UND_ERR_HEADERS_TIMEOUT'), target)
    expect(error).toMatchObject({ name: 'APIConnectionTimeoutError', retryable: true })
    expect(error.message).toContain('fetchOptions.dispatcher: a new Agent({ headersTimeout: 0 })')
  })

  it('passes errors of ours through', () => {
    const ours = new ProtocolError('invalid-json', 'x')
    expect(connectionFailure(ours, target)).toBe(ours)
  })
})
