import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../src/cli/program.js'
import { scriptBackend } from '../../src/server/backends/script.js'
import { deferred } from '../../src/server/run/deferred.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
import { type ListeningServer, serve } from '../../src/server/serve.js'
import { created, itemAdded, partAdded, textDelta } from '../../src/testing/event-builders.js'
import { numbered, toSSE } from '../../src/testing/sequences.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { response } from '../../src/testing/response-builders.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

const closing: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()))
})

/** A model that says one half, and the other when it is let go on. */
async function halting(): Promise<ListeningServer & { goOn(): void }> {
  const { promise, resolve } = deferred<void>()
  const backend = scriptBackend(async ({ writer }) => {
    const message = writer.message()
    await message.text('One half, ')
    await promise
    await message.text('the other half.')
    await writer.complete()
  })
  const server = createResponsesServer({ backend, drain: 0, heartbeat: false })
  const listening = await serve(server)
  closing.push(listening)
  return { ...listening, goOn: () => resolve() }
}

function start(words: string[], url: string, options: FakeOptions = {}) {
  const interruption = new AbortController()
  const env = { OPENAI_BASE_URL: `${url}/v1`, NO_COLOR: '1' }
  const terminal = fakeTerminal({ env, signal: interruption.signal, ...options })
  const ended = runCli(words, terminal.context)
  return {
    terminal,
    interrupt: () => interruption.abort(),
    end: async () => ({ code: await ended, out: terminal.out(), err: terminal.err() }),
  }
}

/** Runs in the background, is interrupted after the first half, and gives what it then says. */
async function interrupted(url: string) {
  const { terminal, interrupt, end } = start(['run', '--background', 'Hi'], url)
  await vi.waitFor(() => expect(terminal.out()).toBe('One half, '))
  interrupt()
  const { code, out, err } = await end()
  const [, id = '', after = ''] = /resume (resp_\w+) --after (\d+)/.exec(err) ?? []
  return { code, out, err, id, after }
}

test('Ctrl-C in a background run says how to read on and how to stop it', async () => {
  const { url } = await halting()
  const { code, out, err, id, after } = await interrupted(url)
  expect([code, out]).toEqual([130, 'One half, \n'])
  expect(err).toBe(
    [
      `${id} runs in the background.`,
      '',
      'Interrupted.',
      'The response goes on at the server.',
      'To read on:',
      `  millrace resume ${id} --after ${after}`,
      'To stop it:',
      `  millrace cancel ${id}`,
      '',
    ].join('\n'),
  )
})

/** Begins an answer and is gone for good in the middle of a line. */
async function lost() {
  const opening = [
    { ...created(), response: { ...response('in_progress', []), background: true } },
    itemAdded(0),
    partAdded(0, 0),
    textDelta(0, 0, 'One half, '),
  ]
  const server = await scriptedServer([{ steps: [toSSE(numbered(opening)), { wait: 50 }, { end: 'reset' }] }])
  const running = start(['run', '--background', 'Hi'], server.url, {
    terminal: 'both',
    columns: 40,
  })
  await vi.waitFor(() => expect(running.terminal.out()).toBe('One half, '))
  await server.close()
  return running
}

test('on a terminal the status line says that it reconnects, also in the middle of a line', async () => {
  const { terminal, interrupt, end } = await lost()
  const shown = await vi.waitFor(
    () => {
      const lines = terminal.screen()
      expect(lines.at(-1)).toMatch(/reconnecting…/)
      return lines
    },
    { timeout: 10_000 },
  )
  expect(shown).toEqual([
    'resp_t runs in the background.',
    '',
    'One half, ',
    expect.stringMatching(/^\d\.\ds · reconnecting… · 4 events/),
  ])
  interrupt()
  await end()
  expect(terminal.screen().slice(2, 5)).toEqual(['One half, ', '', 'Interrupted.'])
}, 20_000)

test('resume --after prints what came since, resume without it everything', async () => {
  const { url, goOn } = await halting()
  const { id, after } = await interrupted(url)
  const rest = start(['resume', id, '--after', after], url)
  goOn()
  expect(await rest.end()).toEqual({ code: 0, out: 'the other half.\n', err: '' })
  const all = start(['resume', id], url)
  expect(await all.end()).toEqual({ code: 0, out: 'One half, the other half.\n', err: '' })
})

test.each([[], ['--json']])('resume --after the end has nothing to print and says so', async (...more) => {
  const { url, goOn } = await halting()
  const { id } = await interrupted(url)
  goOn()
  const { out } = await start(['resume', id, '--json'], url).end()
  const last = out.trimEnd().split('\n').length - 1
  const said = `${id} had ended with event ${last}: there is nothing more to print.\n`
  for (const after of [last, 9999])
    expect(await start(['resume', id, '--after', String(after), ...more], url).end()).toEqual({
      code: 0,
      out: '',
      err: said,
    })
})

test('resume --after the end of a response that was cancelled exits 1', async () => {
  const { url, goOn } = await halting()
  const { id } = await interrupted(url)
  await start(['cancel', id], url).end()
  const { code, out, err } = await start(['resume', id, '--after', '9999'], url).end()
  expect([code, out, err]).toEqual([
    1,
    '',
    expect.stringMatching(
      /^resp_\w+ had ended with event \d+: there is nothing more to print\.\n\nThe response was cancelled\.\n$/,
    ),
  ])
  goOn()
})

test('resume --json prints the later events as they were sent', async () => {
  const { url, goOn } = await halting()
  const { id, after } = await interrupted(url)
  goOn()
  const { code, out } = await start(['resume', id, '--after', after, '--json'], url).end()
  const numbers = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { sequence_number: number }).sequence_number)
  expect([code, numbers[0]]).toEqual([0, Number(after) + 1])
})

test('cancel stops it; who cancels it again is told that it has ended', async () => {
  const { url, goOn } = await halting()
  const { id } = await interrupted(url)
  expect(await start(['cancel', id], url).end()).toEqual({ code: 0, out: '', err: `Cancelled ${id}.\n` })
  expect(await start(['resume', id], url).end()).toEqual({
    code: 1,
    out: 'One half, \n',
    err: 'The response was cancelled.\n',
  })
  goOn()
})

test('cancel says that a response had already ended', async () => {
  const server = await scriptedServer([jsonAnswer(200, { ...response('completed', []), id: 'resp_1' })])
  closing.push(server)
  expect(await start(['cancel', 'resp_1'], server.url).end()).toEqual({
    code: 1,
    out: '',
    err: 'resp_1 had already ended: completed.\n',
  })
})

test('a response that is not there', async () => {
  const { url } = await halting()
  const { code, err } = await start(['resume', 'resp_none'], url).end()
  expect([code, err.split('\n').slice(1, 2)]).toEqual([
    1,
    ['  It may be on another server (--base-url), belong to another key, or no longer be kept.'],
  ])
})

test('a request that is refused has left nothing to go on with', async () => {
  const server = await scriptedServer([jsonAnswer(400, { error: { message: 'No.' } })])
  closing.push(server)
  const { code, err } = await start(['run', '--background', 'Hi'], server.url).end()
  expect([code, err]).toEqual([1, expect.stringMatching(/reported an error \(HTTP 400\): No\.\n$/)])
})

test('the built-in server cannot be come back to, and says so', async () => {
  const { terminal, interrupt, end } = start(['run', '--background', 'Hi'], '', { env: { NO_COLOR: '1' } })
  await vi.waitFor(() => expect(terminal.out()).not.toBe(''))
  interrupt()
  const { code, err } = await end()
  expect(code).toBe(130)
  expect(err).toContain(
    'Interrupted.\nThe built-in server ends with this command, and the response with it.\n',
  )
})

test.each([
  [['resume', 'resp_1'], 'There is no server to ask.'],
  [['cancel', 'resp_1'], 'There is no server to ask.'],
  [['resume', 'resp_1', '--after', 'x'], 'It must be a whole number from 0.'],
  [['resume'], "error: missing required argument 'id'"],
  [['run', 'Hi', '--background', '--no-stream'], 'it does not go with --no-stream'],
  [['run', '--replay', 'x.sse', '--background'], 'does not take --background'],
])('%j is a usage error', async (words, said) => {
  const { code, out, err } = await start(words, '', { env: {} }).end()
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(said)
})
