import { Readable, Writable } from 'node:stream'
import type { CliContext, Input, Output } from '../../src/cli/context.js'
import { emulatedScreen } from './emulated-screen.js'

export interface FakeOptions {
  /** Which of the two are the terminal. Default: neither, both are pipes. */
  terminal?: 'none' | 'both' | 'stderr' | 'stdout'
  columns?: number
  rows?: number
  env?: Record<string, string>
  /** What is piped in; without it stdin is a terminal. */
  input?: string
  signal?: AbortSignal
  stdout?: Writable
}

export interface FakeTerminal {
  context: CliContext
  /** Everything written to stdout. */
  out(): string
  /** Everything written to stderr. */
  err(): string
  /** What a person sees who has both on one screen, line by line, and has scrolled up to the first. */
  screen(): string[]
  /** The writes to both, in order. */
  writes: string[]
}

export function fakeTerminal(options: FakeOptions = {}): FakeTerminal {
  const { terminal = 'none', columns = 80, rows = 24, env = {}, input, signal } = options
  const written: { from: 'out' | 'err'; text: string }[] = []
  const output = (
    from: 'out' | 'err',
    isTTY: boolean,
    stream = new Writable({ decodeStrings: false }),
  ): Output => {
    stream._write = (chunk, _encoding, done) => {
      written.push({ from, text: String(chunk) })
      done()
    }
    return Object.assign(stream, { isTTY, columns, rows })
  }
  const all = (from?: 'out' | 'err') =>
    written.filter((write) => from === undefined || write.from === from).map(({ text }) => text)
  return {
    context: {
      stdin: stdin(input),
      stdout: options.stdout ?? output('out', terminal === 'both' || terminal === 'stdout'),
      stderr: output('err', terminal === 'both' || terminal === 'stderr'),
      env,
      signal: signal ?? new AbortController().signal,
    },
    out: () => all('out').join(''),
    err: () => all('err').join(''),
    screen() {
      const emulated = emulatedScreen(columns, rows)
      for (const text of all()) emulated.write(text)
      return emulated.lines()
    },
    get writes() {
      return all()
    },
  }
}

function stdin(input: string | undefined): Input {
  return Object.assign(Readable.from(input === undefined ? [] : [Buffer.from(input)]), {
    isTTY: input === undefined,
  })
}
