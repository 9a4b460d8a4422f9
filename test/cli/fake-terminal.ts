import { Readable, Writable } from 'node:stream'
import type { CliContext, Input, Output } from '../../src/cli/context.js'

export interface FakeOptions {
  /** Which of the two are the terminal. Default: neither, both are pipes. */
  terminal?: 'none' | 'both' | 'stderr' | 'stdout'
  columns?: number
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
  /** What a person sees who has both on one screen, line by line. */
  screen(): string[]
  /** The writes to both, in order. */
  writes: string[]
}

export function fakeTerminal(options: FakeOptions = {}): FakeTerminal {
  const { terminal = 'none', columns = 80, env = {}, input, signal } = options
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
    return Object.assign(stream, { isTTY, columns })
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
    screen: () => renderScreen(all().join('')),
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

/** As much of a terminal as the command uses: newline, carriage return, erase line; colours are dropped. */
function renderScreen(text: string): string[] {
  const lines = ['']
  let column = 0
  // oxlint-disable-next-line no-control-regex -- it is a terminal
  for (const [token] of text.replace(/\u001b\[\d*m/g, '').matchAll(/\u001b\[2K|[^]/gu)) {
    const row = lines.length - 1
    const line = lines[row] ?? ''
    if (token === '\n') {
      lines.push('')
      column = 0
    } else if (token === '\r') column = 0
    else if (token === '\u001b[2K') lines[row] = ''
    else {
      lines[row] = line.slice(0, column).padEnd(column) + token + line.slice(column + token.length)
      column += token.length
    }
  }
  return lines
}
