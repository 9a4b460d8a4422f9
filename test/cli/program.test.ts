import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../src/cli/program.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

async function cli(words: string[], options: FakeOptions = {}) {
  const terminal = fakeTerminal(options)
  const code = await runCli(words, terminal.context)
  return { code, out: terminal.out(), err: terminal.err() }
}

test('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  expect(await cli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('--help goes to stdout and exits 0, for the program and for a command', async () => {
  const [program, run] = [await cli(['--help']), await cli(['run', '--help'])]
  expect([program.code, program.err, run.code, run.err]).toEqual([0, '', 0, ''])
  expect(program.out).toContain('run [options] [prompt...]')
  expect(run.out).toContain('Exit codes: 0 completed')
})

test.each([
  [[], 'Usage: millrace'],
  [['fly'], "error: unknown command 'fly'"],
  [['run', '--modle', 'x'], "error: unknown option '--modle'"],
  [
    ['run', 'Hi', '--timeout', 'soon'],
    "error: option '--timeout <seconds>' argument 'soon' is invalid. It must be a number of seconds.",
  ],
  [['run'], 'There is no prompt.'],
  [['run', '--replay', '/no/such/file.sse'], 'The recording cannot be read: ENOENT'],
  [['run', 'Hi', '--base-url', 'localhost:8080'], 'baseURL "localhost:8080"'],
])('%j is a usage error: exit 2, nothing on stdout', async (words, said) => {
  const { code, out, err } = await cli(words, { env: { OPENAI_API_KEY: 'sk-test' } })
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(said)
})

test.each([
  ['nope', "error: unknown command 'nope'\n(--help lists the commands)\n"],
  ['rnu', "error: unknown command 'rnu'\n(Did you mean run?)\n(--help lists the commands)\n"],
])('an unknown command: %s', async (word, said) => {
  expect(await cli([word])).toEqual({ code: 2, out: '', err: said })
})

test.each(['run', 'serve', 'resume', 'cancel'])(
  '%s --help fits a terminal of 40 columns',
  async (command) => {
    const { out } = await cli([command, '--help'], { terminal: 'both', columns: 40 })
    const tooLong = out.split('\n').filter((line) => line.length > 40)
    // What is there to be copied stays on one line.
    expect(tooLong.filter((line) => !/^ +(\$|--upstream-key-env)/.test(line))).toEqual([])
  },
)
