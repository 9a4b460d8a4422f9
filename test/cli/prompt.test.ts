import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readPrompt } from '../../src/cli/prompt.js'
import { fakeTerminal } from './fake-terminal.js'

const { signal } = new AbortController()
const read = (words: string[], input?: string) =>
  readPrompt(words, fakeTerminal({ input }).context.stdin, signal)

test('words are joined, so that quotes may be left out', async () => {
  expect(await read(['why', 'mills?'])).toBe('why mills?')
})

test('what is piped in is the prompt, without the newline of echo; with - too', async () => {
  expect([await read([], 'hi\n'), await read(['-'], 'a\n\nb')]).toEqual(['hi', 'a\n\nb'])
})

test('words win over a pipe', async () => {
  expect(await read(['words'], 'piped')).toBe('words')
})

test('UTF-8 that is cut between two chunks is put together', async () => {
  const stdin = new PassThrough()
  const bytes = Buffer.from('ö')
  stdin.write(bytes.subarray(0, 1))
  stdin.end(bytes.subarray(1))
  expect(await readPrompt([], stdin, signal)).toBe('ö')
})

test.each([
  [[], undefined],
  [[], ' \n'],
  [['-'], ''],
  [['  '], undefined],
])('no prompt is a usage error with examples: %j %j', async (words, input) => {
  await expect(read(words, input)).rejects.toMatchObject({
    name: 'UsageError',
    message: 'There is no prompt.',
    hints: expect.arrayContaining(['  millrace run "Why is the sky blue?"']),
  })
})

test('an interruption ends the wait for a pipe that says nothing', async () => {
  const interruption = new AbortController()
  const reading = readPrompt([], new PassThrough(), interruption.signal)
  interruption.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
