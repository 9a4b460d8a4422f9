import { PassThrough, Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { runCli } from '../../src/cli/program.js'
import {
  completed,
  created,
  failed,
  flatError,
  functionCallAdded,
  functionCallDone,
  incomplete,
  itemAdded,
  partAdded,
  refusalDelta,
  textDelta,
} from '../../src/testing/event-builders.js'
import { functionCall, message, refusalMessage, response } from '../../src/testing/response-builders.js'
import { type ScriptedAnswer, jsonAnswer } from '../../src/testing/script.js'
import { type ScriptedServer, scriptedServer } from '../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

const servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serverOf(...answers: ScriptedAnswer[]): Promise<ScriptedServer> {
  const server = await scriptedServer(answers)
  servers.push(server)
  return server
}

const streaming = (
  events: Parameters<typeof numbered>[0],
  ...end: NonNullable<ScriptedAnswer['steps']>
): ScriptedAnswer => ({
  steps: [toSSE(numbered(events as Parameters<typeof toSSE>[0])), ...end],
})

interface Run {
  code: number
  out: string
  err: string
  screen: string[]
}

/** Runs the command against a server that gives these answers. */
async function run(
  words: string[],
  answers: ScriptedAnswer[],
  options: FakeOptions = {},
): Promise<Run & { server: ScriptedServer }> {
  const server = await serverOf(...answers)
  const env = {
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `${server.url}/v1`,
    NO_COLOR: '1',
    ...options.env,
  }
  return { ...(await runLocally(words, { ...options, env })), server }
}

async function runLocally(words: string[], options: FakeOptions = {}): Promise<Run> {
  const terminal = fakeTerminal(options)
  const code = await runCli(['run', ...words], terminal.context)
  return { code, out: terminal.out(), err: terminal.err(), screen: terminal.screen() }
}

const host = (server: ScriptedServer) => new URL(server.url).host

test('an answer goes to stdout and nothing to stderr', async () => {
  const { code, out, err, server } = await run(
    ['Hi', 'you', '--model', 'm', '--instructions', 'Rhyme.'],
    [streaming(happy())],
  )
  expect([code, out, err]).toEqual([0, 'Hi there\n', ''])
  expect(server.requests.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
    ['POST', '/v1/responses', { model: 'm', input: 'Hi you', instructions: 'Rhyme.', stream: true }],
  ])
})

test('on a terminal a line about time and tokens follows', async () => {
  const { screen } = await run(['Hi'], [streaming(happy())], { terminal: 'both', columns: 40 })
  expect(screen).toEqual(['Hi there', '', expect.stringMatching(/^0\.\ds · 10 events · ~2 tokens$/), ''])
})

test('--base-url wins over OPENAI_BASE_URL', async () => {
  const server = await serverOf(streaming(happy()))
  const { code } = await runLocally(['Hi', '--base-url', `${server.url}/v1`], {
    env: { OPENAI_BASE_URL: 'http://127.0.0.1:1' },
  })
  expect([code, server.requests.length, server.requests[0]?.headers.authorization]).toEqual([0, 1, undefined])
})

test('--json prints each event as the server sent it, one a line', async () => {
  const events = numbered([...happy().slice(0, -1), { ...completed([message(0, 'Hi there')]) }])
  const { code, out, err } = await run(['--json', 'Hi'], [{ steps: [toSSE(events)] }])
  expect([code, err]).toEqual([0, ''])
  expect(out).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
})

test('--no-stream asks for the whole answer and prints it the same way', async () => {
  const whole = response('completed', [functionCall(0, '{"a":1}'), message(1, 'Hi there')])
  const { code, out, err, server } = await run(['--no-stream', 'Hi'], [jsonAnswer(200, whole)])
  expect([code, out, err]).toEqual([0, 'Hi there\n', 'Tool call: f0 (call_0)\n  a: 1\n'])
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'gpt-5-mini', input: 'Hi' })
})

test('--no-stream --json prints the response as the server sent it, on one line', async () => {
  const whole = response('completed', [message(0, 'Hi there')])
  const { out } = await run(['--no-stream', '--json', 'Hi'], [jsonAnswer(200, whole)])
  expect(out).toBe(`${JSON.stringify(whole)}\n`)
})

test('a prompt can be piped in', async () => {
  const { server } = await run([], [streaming(happy())], { input: 'Hi from a pipe\n' })
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ input: 'Hi from a pipe' })
})

test('a refusal is a completed answer, on stderr', async () => {
  const events = [
    created(),
    itemAdded(0),
    partAdded(0, 0, { type: 'refusal', refusal: '' }),
    refusalDelta(0, 0, 'I cannot.'),
    completed([refusalMessage(0, 'I cannot.')]),
  ]
  const { code, out, err } = await run(['Hi'], [streaming(events)])
  expect([code, out, err]).toEqual([0, '', 'Refusal: I cannot.\n'])
})

test('an incomplete response prints what came, says why, and exits 1', async () => {
  const events = [...happy('Hi th').slice(0, -1), incomplete('max_output_tokens', [message(0, 'Hi th')])]
  const { code, out, err } = await run(['Hi'], [streaming(events)])
  expect([code, out, err]).toEqual([
    1,
    'Hi th\n',
    'The response is incomplete: max_output_tokens.\n' +
      '  It reached the limit of output tokens, which reasoning uses up too. What came is printed.\n',
  ])
})

test('a failed response exits 1 with its code and what to do, also under --json', async () => {
  const said = 'The response failed: Too fast. (rate_limit_exceeded)\n  Wait a little, then run it again.\n'
  const answer = streaming([created(), failed('rate_limit_exceeded', 'Too fast.')])
  const [text, json] = [await run(['Hi'], [answer]), await run(['Hi', '--json'], [answer])]
  expect([text.code, text.out, text.err]).toEqual([1, '', said])
  expect([json.code, json.out.split('\n').length, json.err]).toEqual([1, 3, said])
})

test('an error event without a terminal event is reported with what came before', async () => {
  const { code, out, err, server } = await run(
    ['Hi'],
    [
      streaming([
        created(),
        itemAdded(0),
        partAdded(0, 0),
        textDelta(0, 0, 'Hi'),
        flatError('server_error', 'Broken.'),
      ]),
    ],
  )
  expect([code, out, err]).toEqual([
    1,
    'Hi\n',
    `${host(server)} reported an error: Broken. (server_error)\n` +
      '  Running it again often helps.\n' +
      '  Before that came 5 events with 2 characters of text.\n',
  ])
})

test('a stream that ends early prints the text and the calls that came, and exits 1', async () => {
  const events = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi'), functionCallAdded(1)]
  const { code, out, err, server } = await run(['Hi'], [streaming(events)])
  expect([code, out, err]).toEqual([
    1,
    'Hi\n',
    'Tool call: f1 (call_1)\n  (cut off)\n\n' +
      `${host(server)} ended the stream before the response was complete.\n` +
      '  What came is printed.\n' +
      '  Before that came 5 events with 2 characters of text.\n',
  ])
})

test('a connection that breaks in the middle is named as such', async () => {
  const { code, out, err, server } = await run(
    ['Hi'],
    [
      streaming(
        [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')],
        { wait: 50 },
        { end: 'reset' },
      ),
    ],
  )
  expect([code, out, err]).toEqual([
    1,
    'Hi\n',
    `The connection to ${host(server)} broke (ECONNRESET).\n  Before that came 4 events with 2 characters of text.\n`,
  ])
})

test('a wrong key names the variable it came from, and never the key', async () => {
  const error = {
    message: 'Incorrect API key provided.',
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_api_key',
  }
  const { code, err, server } = await run(['Hi'], [jsonAnswer(401, { error })])
  expect([code, err]).toEqual([
    1,
    `${host(server)} reported an error (HTTP 401): Incorrect API key provided. (invalid_api_key)\n` +
      `  The key comes from OPENAI_API_KEY: check that it is complete, still valid, and made for ${host(server)}.\n`,
  ])
})

test('nobody at the address', async () => {
  const server = await serverOf(streaming(happy()))
  await server.close()
  const { code, err } = await runLocally(['Hi'], { env: { OPENAI_BASE_URL: server.url } })
  expect([code, err]).toEqual([
    1,
    `Nothing answers at ${host(server)} (ECONNREFUSED). Is the server running?\n`,
  ])
}, 20_000)

test('a login page instead of a stream', async () => {
  const page = {
    headers: { 'content-type': 'text/html' },
    steps: ['<html><head><title>Sign in</title></head></html>'],
  }
  const { code, err, server } = await run(['Hi'], [page])
  expect([code, err]).toEqual([
    1,
    `${host(server)} answered with text/html, titled "Sign in", not with a response.\n` +
      '  Check --base-url, which usually ends in /v1. A proxy, login page or firewall may have answered instead.\n',
  ])
})

test('a server that takes longer than --timeout', async () => {
  const { code, out, err, server } = await run(
    ['Hi', '--timeout', '0.2'],
    [streaming([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')], { end: 'hang' })],
  )
  expect([code, out, err]).toEqual([
    1,
    'Hi\n',
    `${host(server)} took too long: the answer was not finished after 0.2 s.\n` +
      '  Give it more time with --timeout, or leave that out to wait.\n' +
      '  Before that came 4 events with 2 characters of text.\n',
  ])
})

test('a port that fetch refuses', async () => {
  const { code, err } = await runLocally(['Hi', '--base-url', 'http://127.0.0.1:9/v1'])
  expect([code, err]).toEqual([
    1,
    'fetch refuses the port of 127.0.0.1:9, which is kept for another protocol (bad port). ' +
      'Let the server listen on another one.\n',
  ])
}, 20_000)

test('a protocol violation exits 3', async () => {
  const { code, err, server } = await run(
    ['Hi'],
    [{ steps: [toSSE(numbered([created()])), 'data: {"type":\n\n'] }],
  )
  expect([code, err.startsWith(`${host(server)} broke the protocol`)]).toEqual([3, true])
})

test('--strict turns a repair into a violation', async () => {
  const events = [
    created(),
    itemAdded(0),
    partAdded(0, 0),
    textDelta(0, 0, 'Hi'),
    completed([message(0, 'Hi')]),
  ]
  const skipping = [{ steps: [toSSE(numbered([created(), textDelta(0, 0, 'Hi'), ...events.slice(-1)]))] }]
  expect([(await run(['Hi'], skipping)).code, (await run(['Hi', '--strict'], skipping)).code]).toEqual([0, 3])
})

test('a stack trace only with --debug or MILLRACE_DEBUG', async () => {
  const answer = streaming([created()])
  const traces = [
    await run(['Hi'], [answer]),
    await run(['Hi', '--debug'], [answer]),
    await run(['Hi'], [answer], { env: { MILLRACE_DEBUG: '1' } }),
  ]
  expect(traces.map(({ err }) => /\n {4}at /.test(err))).toEqual([false, true, true])
})

test('Ctrl-C keeps what was printed, says so, exits 130 and lets the server go', async () => {
  const server = await serverOf(
    streaming([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')], { end: 'hang' }),
  )
  const interruption = new AbortController()
  const stdout = new PassThrough({ encoding: 'utf8' })
  const terminal = fakeTerminal({ env: { OPENAI_BASE_URL: server.url }, signal: interruption.signal })
  const running = runCli(['run', 'Hi'], { ...terminal.context, stdout })
  stdout.once('data', () => interruption.abort())
  const code = await running
  stdout.end()
  expect([code, terminal.err(), await server.requests[0]?.disconnected]).toEqual([
    130,
    'Interrupted.\n',
    true,
  ])
})

test('a reader of stdout that goes away ends the run quietly and lets the server go', async () => {
  const server = await serverOf(
    streaming([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hi')], { end: 'hang' }),
  )
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) })
  const terminal = fakeTerminal({ env: { OPENAI_BASE_URL: server.url } })
  const code = await runCli(['run', 'Hi'], { ...terminal.context, stdout })
  expect([code, terminal.err(), await server.requests[0]?.disconnected]).toEqual([0, '', true])
})

test('a full disk under stdout is a failure', async () => {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
  })
  const server = await serverOf(streaming(happy(), { end: 'hang' }))
  const terminal = fakeTerminal({ env: { OPENAI_BASE_URL: server.url } })
  const code = await runCli(['run', 'Hi'], { ...terminal.context, stdout })
  expect([code, terminal.err()]).toEqual([1, 'The output cannot be written: ENOSPC: no space left\n'])
})

test('without a key and a server, the built-in one answers over real HTTP and says so', async () => {
  const { code, out, err } = await runLocally(['Why do streams need sequence numbers?'])
  expect([code, out.trim() !== '']).toEqual([0, true])
  expect(err).toMatch(
    /^OPENAI_API_KEY is not set, so the built-in demo server answers, at http:\/\/127\.0\.0\.1:\d+\/v1\.\nSet it, or name a server with --base-url, to ask a real model\.\n/,
  )
})

test('tool calls in text order with the answer, on one terminal of 40 columns', async () => {
  const events = [
    ...happy('One moment.').slice(0, -1),
    functionCallAdded(1),
    functionCallDone(1, '{"city":"Paris"}'),
    completed([message(0, 'One moment.'), functionCall(1, '{"city":"Paris"}')]),
  ]
  const { screen } = await run(['Hi'], [streaming(events)], { terminal: 'both', columns: 40 })
  expect(screen.slice(0, 5)).toEqual(['One moment.', '', 'Tool call: f1 (call_1)', '  city: "Paris"', ''])
})

const long = 'I cannot help with that, because it would be of no use to anybody.'
const refusing = [
  created(),
  itemAdded(0),
  partAdded(0, 0, { type: 'refusal', refusal: '' }),
  ...long.split(/(?= )/).map((word) => refusalDelta(0, 0, word)),
]
const wrapped = ['Refusal: I cannot help with that,', 'because it would be of no use to', 'anybody.']

test.each<[name: string, answer: ScriptedAnswer, shown: unknown[]]>([
  [
    'a refusal',
    streaming([...refusing, completed([refusalMessage(0, long)])]),
    [...wrapped, '', expect.stringMatching(/^0\.\ds · 18 events/)],
  ],
  [
    'an incomplete response',
    streaming([...happy('Hi th').slice(0, -1), incomplete('max_output_tokens', [message(0, 'Hi th')])]),
    [
      'Hi th',
      '',
      'The response is incomplete:',
      'max_output_tokens.',
      '  It reached the limit of output tokens,',
      '  which reasoning uses up too. What came',
      '  is printed.',
    ],
  ],
  [
    'a failed response',
    streaming([created(), failed('rate_limit_exceeded', 'There were too many requests.')]),
    [
      'The response failed: There were too many',
      'requests. (rate_limit_exceeded)',
      '  Wait a little, then run it again.',
    ],
  ],
  [
    'a cut in the middle of a refusal',
    streaming(refusing, { wait: 250 }),
    [
      ...wrapped,
      '',
      expect.stringMatching(/^127\.0\.0\.1:\d+ ended the stream before$/),
      'the response was complete.',
      '  Before that came 17 events with 0',
      '  characters of text.',
    ],
  ],
])('%s on 40 columns is wrapped by words and leaves no status line', async (_name, answer, shown) => {
  const { screen } = await run(['Hi'], [answer], { terminal: 'both', columns: 40 })
  expect(screen).toEqual([...shown, ''])
})

test('a command to copy stays on its line on 40 columns', async () => {
  const server = await serverOf({
    steps: [
      toSSE(numbered([{ ...created(), response: { ...response('in_progress', []), background: true } }])),
    ],
  })
  const terminal = fakeTerminal({
    terminal: 'both',
    columns: 40,
    env: { OPENAI_BASE_URL: server.url, NO_COLOR: '1' },
    signal: AbortSignal.timeout(100),
  })
  await runCli(['run', '--background', 'Hi', '--base-url', server.url], terminal.context)
  expect(terminal.err()).toContain(`\n  millrace resume resp_t --after 0 --base-url ${server.url}\n`)
})
