import { expect, it } from 'vitest'
import { markCallersError } from '../../src/errors/callers-error.js'
import { APIConnectionError } from '../../src/errors/connection-error.js'
import { ProtocolError, StreamIdleError } from '../../src/errors/stream-error.js'
import { readError } from '../../src/stream/read-error.js'

function terminated(code: string): Error {
  return new TypeError('terminated', { cause: Object.assign(new Error('inner'), { code }) })
}

it('B028: tells the HTTP client’s own body timeout from a broken connection', () => {
  const cause = terminated('UND_ERR_BODY_TIMEOUT')
  const error = readError(cause)
  expect(error).toBeInstanceOf(StreamIdleError)
  expect(error).toMatchObject({ code: 'stream_idle', timer: 'http-client', retryable: true, cause })
  expect(error).toHaveProperty('message', expect.stringContaining('bodyTimeout'))
})

it('B029: makes a socket error a connection error and keeps the cause', () => {
  const cause = terminated('UND_ERR_SOCKET')
  const error = readError(cause)
  expect(error).toBeInstanceOf(APIConnectionError)
  expect(error).toMatchObject({ code: 'connection_error', retryable: true, cause })
  expect(error).toHaveProperty(
    'message',
    'The connection broke while the answer was being read (UND_ERR_SOCKET).',
  )
})

it('passes our own errors through untouched', () => {
  const error = new ProtocolError('invalid-json', 'bad')
  expect(readError(error)).toBe(error)
})

it('passes through what the caller’s own code threw', () => {
  const error = new Error('from a hook')
  markCallersError(error)
  expect(readError(error)).toBe(error)
})

it.each([
  [new Error('boom'), 'boom'],
  ['odd', 'odd'],
])('names what was thrown when there is no code: %s', (thrown, name) => {
  expect(readError(thrown)).toHaveProperty(
    'message',
    `The connection broke while the answer was being read (${name}).`,
  )
})
