import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from '../../src/cli/render/progress.js'
import { createScreen } from '../../src/cli/terminal/screen.js'
import { watchConnection } from '../../src/cli/watch-connection.js'
import { Millrace } from '../../src/client/millrace.js'
import { created, itemAdded } from '../../src/testing/event-builders.js'
import { response } from '../../src/testing/response-builders.js'
import { jsonAnswer, type ScriptedAnswer } from '../../src/testing/script.js'
import { scriptedFetch } from '../../src/testing/scripted-fetch.js'
import { happy, numbered, toSSE } from '../../src/testing/sequences.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const opening = [
  { ...created(), response: { ...response('in_progress', []), background: true } },
  itemAdded(0),
]
const lost: ScriptedAnswer = { steps: [toSSE(numbered(opening)), { end: 'reset' }] }
const gone = jsonAnswer(503, { error: { message: 'Gone.' } })
const back: ScriptedAnswer = { steps: [toSSE(numbered(happy()))] }

/** What is on stderr when a stream went on that broke while a refusal was written there. */
async function watched(answers: ScriptedAnswer[], options: FakeOptions) {
  const terminal = fakeTerminal({ env: { NO_COLOR: '1' }, ...options })
  const screen = createScreen(terminal.context)
  const client = new Millrace({
    baseURL: 'http://a.test/v1',
    apiKey: null,
    fetch: scriptedFetch(answers),
    maxRetries: 0,
  })
  const stream = client.responses.stream({ model: 'm', input: 'Hi', background: true })
  watchConnection(stream, screen, createProgress())
  screen.aside({ key: 'refusal', heading: 'Refusal: ', dim: false }, 'I can')
  const ended = stream.done()
  await vi.runAllTimersAsync()
  await ended
  return terminal.err()
}

test('a terminal gets its line ended when the first attempt has failed, so that the status line shows', async () => {
  expect(await watched([lost, gone, back], { terminal: 'stderr' })).toBe('Refusal: I can\n')
})

test('for an attempt that succeeds at once no line is broken', async () => {
  expect(await watched([lost, back], { terminal: 'stderr' })).toBe('Refusal: I can')
})

test('in a pipe nothing is written', async () => {
  expect(await watched([lost, gone, back], {})).toBe('Refusal: I can')
})
