import { expect, test } from 'vitest'
import { readRequest, type RunOptions, undeclared } from '../../src/cli/run-request.js'
import { declaration } from '../../src/structured/declaration.js'
import { textFormat } from '../../src/structured/text-format.js'
import { fakeTerminal } from './fake-terminal.js'

const request = (words: string[], options: Partial<RunOptions> = {}, env: Record<string, string> = {}) =>
  readRequest(
    words,
    { stream: true, ...options },
    fakeTerminal({ env }).context,
    new AbortController().signal,
  )

test('the model: the option, else MILLRACE_MODEL, else the default', async () => {
  const models = [
    await request(['hi'], { model: 'a' }, { MILLRACE_MODEL: 'b' }),
    await request(['hi'], {}, { MILLRACE_MODEL: 'b' }),
    await request(['hi'], {}, { MILLRACE_MODEL: '' }),
  ]
  expect(models).toEqual([
    { model: 'a', input: 'hi' },
    { model: 'b', input: 'hi' },
    { model: 'gpt-5-mini', input: 'hi' },
  ])
})

test('instructions are sent when they are given', async () => {
  expect(await request(['hi'], { instructions: 'Rhyme.' })).toEqual({
    model: 'gpt-5-mini',
    input: 'hi',
    instructions: 'Rhyme.',
  })
})

test('a replay needs no prompt and refuses what it could not honour', async () => {
  expect(await request([], { replay: 'a.sse' })).toEqual({
    model: 'gpt-5-mini',
    input: 'the recording a.sse',
  })
  const refused = [
    request(['hi'], { replay: 'a' }),
    request([], { replay: 'a', baseUrl: 'x' }),
    request([], { replay: 'a', stream: false }),
  ]
  const messages = await Promise.all(refused.map((promise) => promise.catch((error: Error) => error.message)))
  expect(messages).toEqual(
    ['a prompt', '--base-url', '--no-stream'].map(
      (what) => `--replay plays back a recorded stream, so it does not take ${what}.`,
    ),
  )
})

test('a schema that cannot be read is said before a prompt is waited for', async () => {
  await expect(request([], { schema: '/no/such/schema.json' })).rejects.toThrow(
    'The schema cannot be read: ENOENT',
  )
})

test('for an answer in one piece the format is sent without what reads its values', () => {
  const format = textFormat({ type: 'object', properties: {} }, 'nothing')
  const { [declaration]: _read, ...plain } = format
  const request = { model: 'm', input: 'hi' }
  expect(undeclared({ ...request, text: { format } })).toEqual({ ...request, text: { format: plain } })
})
