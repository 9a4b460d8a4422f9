import { expect, test } from 'vitest'
import { describeNetworkError } from '../../../src/cli/explain/network.js'

const withCode = (code: string) => Object.assign(new Error(code), { code })

test('the host, the code, and what to look at', () => {
  expect(
    ['ENOTFOUND', 'ECONNREFUSED', 'ENETUNREACH', 'ECONNRESET', 'CERT_HAS_EXPIRED'].map((code) =>
      describeNetworkError(withCode(code), 'a.example'),
    ),
  ).toEqual([
    'There is no host called a.example (ENOTFOUND). Check --base-url and the network connection.',
    'Nothing answers at a.example (ECONNREFUSED). Is the server running?',
    'There is no way to a.example (ENETUNREACH). Check the network connection.',
    'The connection to a.example broke (ECONNRESET).',
    'The certificate of a.example is not trusted (CERT_HAS_EXPIRED).',
  ])
})

test('the innermost code counts, also among several attempts', () => {
  const error = new Error('fetch failed', {
    cause: new AggregateError([withCode('ECONNREFUSED'), withCode('ENOTFOUND')]),
  })
  expect(describeNetworkError(Object.assign(error, { code: 'connection_error' }), 'a')).toBe(
    'Nothing answers at a (ECONNREFUSED). Is the server running?',
  )
})

test('other errors are not its own', () => {
  expect([
    describeNetworkError(withCode('EACCES'), 'a'),
    describeNetworkError('text', 'a'),
    describeNetworkError(undefined, 'a'),
  ]).toEqual([undefined, undefined, undefined])
})

test('a port that fetch refuses, which has no code', () => {
  const error = new TypeError('fetch failed', { cause: new Error('bad port') })
  expect(describeNetworkError(error, '127.0.0.1:9')).toBe(
    'fetch refuses the port of 127.0.0.1:9, which is kept for another protocol (bad port). ' +
      'Let the server listen on another one.',
  )
})
