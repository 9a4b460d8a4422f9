import { expect, it } from 'vitest'
import { unexpectedAnswer } from '../../src/client/unexpected-answer.js'

it('unexpectedAnswer shows neither the body nor the headers with a secret', () => {
  const response = new Response('', {
    status: 202,
    headers: { 'x-echo': 'key sk-1', 'content-type': 'text/plain' },
  })
  const error = unexpectedAnswer(response, 'sk-1?', 'Expected JSON.', (text) =>
    text.replaceAll('sk-1', '[redacted]'),
  )
  expect({ status: error.status, headers: [...(error.headers ?? [])], error: error.error }).toEqual({
    status: 202,
    headers: [
      ['content-type', 'text/plain'],
      ['x-echo', 'key [redacted]'],
    ],
    error: { message: '[redacted]?', content_type: 'text/plain', title: null },
  })
})
