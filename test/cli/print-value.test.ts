import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../src/cli/program.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import {
  completed,
  created,
  incomplete,
  itemAdded,
  partAdded,
  refusalDelta,
  textDelta,
} from '../../src/testing/event-builders.js'
import { deferred } from '../../src/server/run/deferred.js'
import { message, refusalMessage, response } from '../../src/testing/response-builders.js'
import { jsonAnswer, type ScriptedAnswer } from '../../src/testing/script.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'millrace-value-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const closing: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()))
})

const schema = join(folder, 'recipe.json')
writeFileSync(
  schema,
  JSON.stringify({
    type: 'object',
    properties: {
      title: { type: 'string' },
      minutes: { type: 'integer' },
      steps: { type: 'array', items: { type: 'string' } },
    },
    required: ['title', 'steps'],
  }),
)

const pie = '{"title": "Apple pie", "minutes": null, "steps": ["Bake"]}'
const pieOnOneLine = '{"title":"Apple pie","steps":["Bake"]}\n'
const pieForReading = ['{', '  "title": "Apple pie",', '  "steps": [', '    "Bake"', '  ]', '}', '']

const streaming = (
  events: readonly ResponseStreamEvent[],
  ...end: NonNullable<ScriptedAnswer['steps']>
): ScriptedAnswer => ({ steps: [toSSE(numbered(events)), ...end] })

async function start(words: string[], answer: ScriptedAnswer, options: FakeOptions = {}) {
  const server = await scriptedServer([answer])
  closing.push(server)
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, NO_COLOR: '1' }
  const terminal = fakeTerminal({ env, ...options })
  return { server, terminal, ended: runCli(words, terminal.context) }
}

async function run(words: string[], answer: ScriptedAnswer, options: FakeOptions = {}) {
  const { server, terminal, ended } = await start(
    ['run', 'Pie', '--schema', schema, ...words],
    answer,
    options,
  )
  const code = await ended
  return { code, out: terminal.out(), err: terminal.err(), screen: terminal.screen(), server }
}

test('in a pipe there is the JSON, on one line, and nothing else', async () => {
  const { code, out, err, server } = await run([], streaming(happy(pie)))
  expect([code, out, err]).toEqual([0, pieOnOneLine, ''])
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
    stream: true,
    text: { format: { type: 'json_schema', name: 'recipe', strict: true } },
  })
})

test('on a terminal it is written for reading, with the line about time and tokens below', async () => {
  const { code, screen } = await run([], streaming(happy(pie)), { terminal: 'both', columns: 40, rows: 10 })
  expect([code, screen]).toEqual([0, [...pieForReading, expect.stringMatching(/ · 10 events · /), '']])
})

const rowsOf = (line: string, columns: number) =>
  [line.slice(0, columns), line.slice(columns)].filter((row) => row !== '')

test.each([
  ['both', 80, 24],
  ['both', 40, 24],
  ['both', 40, 10],
  ['stdout', 40, 10],
] as const)('on %s, %d columns wide and %d rows high, it grows in its place', async (kind, columns, rows) => {
  const first = '{"title": "A pie of apples that are as red as they are old", "minutes": 40, "steps": ["Peel"'
  const rest = ', "Bake"]}'
  const opening = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, first)]
  const later = numbered([textDelta(0, 0, rest), completed([message(0, first + rest)])], 4)
  const { promise, resolve } = deferred<void>()
  const { terminal, ended } = await start(
    ['run', 'Pie', '--schema', schema],
    streaming(opening, { wait: promise }, toSSE(later)),
    { terminal: kind, columns, rows },
  )
  const title = '  "title": "A pie of apples that are as red as they are old",'
  // What is drawn over leaves the last column free; what stays is left to the terminal.
  const growing = [
    '{',
    ...rowsOf(title, columns - 1),
    '  "minutes": 40,',
    '  "steps": [',
    '    "Peel"',
    '  ]',
    '}',
  ]
  const status = kind === 'both' ? expect.stringMatching(/ · writing · 4 events · /) : ''
  await vi.waitFor(() => expect(terminal.screen()).toEqual([...growing, status]), 5000)
  resolve()
  expect(await ended).toBe(0)
  const steps = ['  "steps": [', '    "Peel",', '    "Bake"', '  ]']
  const final = ['{', ...rowsOf(title, columns), '  "minutes": 40,', ...steps, '}', '']
  expect(terminal.screen().slice(0, final.length)).toEqual(final)
})

test('an answer in one piece is printed the same way', async () => {
  const whole = response('completed', [message(0, pie)])
  const { code, out, server } = await run(['--no-stream'], jsonAnswer(200, whole))
  expect([code, out]).toEqual([0, pieOnOneLine])
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ text: { format: { name: 'recipe' } } })
})

test('--json prints what the server sent, and says all the same when there is no value', async () => {
  const wrong = '{"title": 1}'
  const events = numbered(happy(wrong))
  const whole = response('completed', [message(0, wrong)])
  const [stream, piece] = [
    await run(['--json'], { steps: [toSSE(events)] }),
    await run(['--json', '--no-stream'], jsonAnswer(200, whole)),
  ]
  const said =
    'The answer does not fit the schema. $.title: it is number instead of string; "steps" is missing\n' +
    '  It is printed as it came.\n'
  expect([stream.code, stream.out]).toEqual([1, events.map((event) => `${JSON.stringify(event)}\n`).join('')])
  expect([piece.code, piece.out]).toEqual([1, `${JSON.stringify(whole)}\n`])
  expect([stream.err, piece.err]).toEqual([said, said])
})

test('a refusal leaves no JSON: exit code 1', async () => {
  const events = [
    created(),
    itemAdded(0),
    partAdded(0, 0, { type: 'refusal', refusal: '' }),
    refusalDelta(0, 0, 'I cannot.'),
    completed([refusalMessage(0, 'I cannot.')]),
  ]
  const { code, out, err } = await run([], streaming(events))
  expect([code, out, err]).toEqual([1, '', 'Refusal: I cannot.\n\nThe model refused, so there is no JSON.\n'])
})

test('an incomplete answer is printed as far as it came', async () => {
  const cut = '{"title": "Apple'
  const events = [
    ...happy(cut).slice(0, -1),
    incomplete('max_output_tokens', [message(0, cut, 'incomplete')]),
  ]
  const { code, out, err } = await run([], streaming(events))
  expect([code, out, err.split('\n')[0]]).toEqual([
    1,
    `${cut}\n`,
    'The response is incomplete: max_output_tokens.',
  ])
})

test('so is one whose stream is cut off', async () => {
  const events = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, '{"title": "Ap')]
  const { code, out, err, server } = await run([], streaming(events))
  expect([code, out, err]).toEqual([
    1,
    '{"title": "Ap\n',
    `${new URL(server.url).host} ended the stream before the response was complete.\n` +
      '  What came is printed.\n' +
      '  Before that came 4 events with 13 characters of text.\n',
  ])
})

test('an answer that is no JSON is printed, and why it is none', async () => {
  const { code, out, err } = await run([], streaming(happy('```json\n{}\n```')))
  expect([code, out, err]).toEqual([
    1,
    '```json\n{}\n```\n',
    'The answer is not the JSON that was asked for. The text is not JSON alone: it is wrapped in a code fence (```).\n' +
      '  Perhaps the server or the model knows no schemas (text.format).\n',
  ])
})

test('a commentary is beside the JSON, not in it', async () => {
  const events = [
    ...happy('I look it up.').slice(0, -1),
    itemAdded(1),
    partAdded(1, 0),
    textDelta(1, 0, pie),
    completed([message(0, 'I look it up.'), { ...message(1, pie), phase: 'final_answer' }]),
  ]
  const { code, out, err } = await run([], streaming(events))
  expect([code, out, err]).toEqual([0, pieOnOneLine, 'I look it up.\n'])
})

test('Ctrl-C keeps what came, also where it was only shown', async () => {
  const interruption = new AbortController()
  const events = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, '{"title": "Ap')]
  const { terminal, ended } = await start(
    ['run', 'Pie', '--schema', schema],
    streaming(events, { end: 'hang' }),
    { terminal: 'both', signal: interruption.signal },
  )
  await vi.waitFor(() => expect(terminal.screen()).toContain('  "title": "Ap"'), 5000)
  interruption.abort()
  expect([await ended, terminal.screen()]).toEqual([130, ['{"title": "Ap', '', 'Interrupted.', '']])
})

test('a recording is read by the schema too', async () => {
  const recording = join(folder, 'pie.sse')
  writeFileSync(recording, toSSE(numbered(happy(pie))))
  const terminal = fakeTerminal()
  const code = await runCli(['run', '--replay', recording, '--schema', schema], terminal.context)
  expect([code, terminal.out(), terminal.err()]).toEqual([0, pieOnOneLine, ''])
})

test('the built-in server answers with an instance of the schema', async () => {
  const terminal = fakeTerminal()
  const code = await runCli(['run', 'A recipe for Apple Pie', '--schema', schema], terminal.context)
  expect([code, JSON.parse(terminal.out())]).toEqual([
    0,
    { title: 'Apple Pie', minutes: expect.any(Number), steps: expect.any(Array) },
  ])
})

test('a background run says how to come back to it, and resume prints the whole JSON', async () => {
  const interruption = new AbortController()
  const opening = [created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, '{"title": "Ap')]
  const begun = await start(
    ['run', '--background', '--schema', schema, 'Pie'],
    streaming(opening, { end: 'hang' }),
    { signal: interruption.signal },
  )
  await vi.waitFor(() => expect(begun.terminal.err()).toContain('runs in the background'))
  interruption.abort()
  expect(await begun.ended).toBe(130)
  expect(begun.terminal.err()).toContain(`  millrace resume resp_t --after 3 --schema ${schema}\n`)

  const back = await start(['resume', 'resp_t', '--after', '3', '--schema', schema], streaming(happy(pie)))
  expect([await back.ended, back.terminal.out(), back.terminal.err()]).toEqual([0, pieOnOneLine, ''])
})

test.each([
  ['run', 'Pie'],
  ['resume', 'resp_1'],
])('%s with a schema that is not there is a usage error', async (...words) => {
  const terminal = fakeTerminal({ env: { OPENAI_API_KEY: 'sk-test' } })
  const code = await runCli([...words, '--schema', join(folder, 'none.json')], terminal.context)
  expect([code, terminal.out(), terminal.err()]).toEqual([
    2,
    '',
    expect.stringMatching(/^The schema cannot be read: ENOENT/),
  ])
})
