import { expect, test } from 'vitest'
import { exitCodeOf, explain } from '../../../src/cli/explain/explain.js'
import { UsageError } from '../../../src/cli/exit-code.js'
import { APIError, apiErrorFromStatus } from '../../../src/errors/api-error.js'
import { APIConnectionError, APIConnectionTimeoutError } from '../../../src/errors/connection-error.js'
import { MillraceError } from '../../../src/errors/millrace-error.js'
import { ProtocolError, StreamIdleError, StreamTruncatedError } from '../../../src/errors/stream-error.js'

const place = { host: 'api.example', hasKey: true }
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const page = new APIError({
  message: 'Expected …',
  status: 200,
  code: 'unexpected_content_type',
  error: { message: '<html>', content_type: 'text/html', title: 'Sign in' },
})

/** Each error, what is said about it, and the exit code. */
const examples: [name: string, error: unknown, said: string[], exit: number][] = [
  ['usage', new UsageError('There is no prompt.', ['Give one.']), ['There is no prompt.', '  Give one.'], 2],
  [
    'a base URL that is none',
    new MillraceError('invalid_argument', 'baseURL "x" is not a URL.'),
    ['baseURL "x" is not a URL.'],
    2,
  ],
  [
    'a wrong key',
    apiErrorFromStatus(401, { message: 'Incorrect API key.', code: 'invalid_api_key' }, undefined),
    [
      'api.example reported an error (HTTP 401): Incorrect API key. (invalid_api_key)',
      '  The key comes from OPENAI_API_KEY: check that it is complete, still valid, and made for api.example.',
    ],
    1,
  ],
  [
    'too fast, with a wait and a request id',
    apiErrorFromStatus(
      429,
      { message: 'Slow down.' },
      new Headers({ 'retry-after': '3', 'x-request-id': 'req_1' }),
    ),
    [
      'api.example reported an error (HTTP 429): Slow down.',
      '  Wait a little, then run it again.',
      '  It asks to wait 3.0s.',
      '  Request id, for its support: req_1',
    ],
    1,
  ],
  [
    'a page with status 200',
    page,
    [
      'api.example answered with text/html, titled "Sign in", not with a response.',
      '  Check --base-url, which usually ends in /v1. A proxy, login page or firewall may have answered instead.',
    ],
    1,
  ],
  [
    'a page with an error status',
    apiErrorFromStatus(502, { message: '<html>', title: 'Bad gateway' }, undefined),
    [
      'api.example answered with a web page (HTTP 502), titled "Bad gateway", not with a response.',
      '  Check --base-url, which usually ends in /v1. A proxy, login page or firewall may have answered instead.',
    ],
    1,
  ],
  [
    'nobody there',
    new APIConnectionError('Connection error.', { cause: refused }),
    ['Nothing answers at api.example (ECONNREFUSED). Is the server running?'],
    1,
  ],
  [
    'a connection that failed otherwise',
    new APIConnectionError('Odd.'),
    ['The connection to api.example failed: Odd.'],
    1,
  ],
  [
    'no answer',
    new APIConnectionTimeoutError(),
    ['api.example did not answer in time.', '  Running it again often helps.'],
    1,
  ],
  [
    'an early end',
    new StreamTruncatedError('…'),
    ['api.example ended the stream before the response was complete.'],
    1,
  ],
  [
    'silence',
    new StreamIdleError('idle', 'Not a byte arrived for 5 ms.'),
    ['api.example took too long. Nothing came for 2m 00s.'],
    1,
  ],
  [
    'keepalives only',
    new StreamIdleError('firstEvent', '…'),
    ['api.example took too long. No event came within 10m 00s.'],
    1,
  ],
  [
    'the clock of the HTTP library',
    new StreamIdleError('http-client', 'It gave up.'),
    ['api.example took too long. It gave up.'],
    1,
  ],
  [
    'a protocol violation',
    new ProtocolError('invalid-json', 'Not JSON.', { sequenceNumber: 4 }),
    ['api.example broke the protocol at event 4 (invalid-json): Not JSON.'],
    3,
  ],
  [
    'anything else',
    new TypeError('x is not a function'),
    ['Unexpected error: x is not a function', '  Run it with --debug to see where it comes from.'],
    1,
  ],
]

test.each(examples)('%s', (_name, error, said, exit) => {
  expect([explain(error, place), exitCodeOf(error)]).toEqual([said, exit])
})

test('without a key, a 401 says that none was sent', () => {
  const error = apiErrorFromStatus(401, { message: 'No key.' }, undefined)
  expect(explain(error, { ...place, hasKey: false }).at(-1)).toBe(
    '  No key was sent: set OPENAI_API_KEY to a key for api.example.',
  )
})

test('what ran out of --timeout names that option', () => {
  const reached = { events: 3, hasPrinted: true, timeout: 0.3 }
  const errors = [new StreamIdleError('total', '… (timeout.total)'), new APIConnectionTimeoutError()]
  const hint = '  Give it more time with --timeout, or leave that out to wait.'
  expect(errors.map((error) => explain(error, place, reached))).toEqual([
    ['api.example took too long: the answer was not finished after 0.3 s.', hint],
    ['api.example did not answer within 0.3 s.', hint],
  ])
})

test('an early end says that what came is printed where something is', () => {
  expect(explain(new StreamTruncatedError('…'), place, { events: 3, hasPrinted: true })).toEqual([
    'api.example ended the stream before the response was complete.',
    '  What came is printed.',
  ])
})

test('a recording is named as the file that it is', () => {
  const file = { host: 'a.sse', hasKey: true, isRecording: true }
  const cut = new StreamTruncatedError('…')
  const none = [
    'a.sse holds no event stream.',
    '  A recording is the body of a streamed answer, as curl -N prints it: lines of "data: {…}".',
  ]
  expect([
    explain(page, file),
    explain(cut, file, { events: 0, hasPrinted: false }),
    explain(cut, file, { events: 3, hasPrinted: false }),
  ]).toEqual([none, none, ['a.sse ends before the response is complete.']])
})
