import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCli } from '../../src/cli/program.js'
import { printable } from '../../src/cli/terminal/printable.js'
import { corpusFiles } from '../corpus.js'
import { fakeTerminal, type FakeOptions } from './fake-terminal.js'

interface Item {
  type: string
  content?: { type: string; text?: string }[]
}

interface WireEvent {
  type: string
  item?: Item
  response?: { status: string; output?: Item[] }
}

/** Read by hand, so that nothing that is tested vouches for itself. */
function eventsOf(path: string): WireEvent[] {
  const data = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as WireEvent)
}

/** A logprob of -0 is the same number written as 0. */
function asWritten(events: WireEvent[]): unknown {
  return JSON.parse(JSON.stringify(events))
}

/** Of the terminal response, or of the finished items where that brings none. */
function outputText(events: readonly WireEvent[]): string {
  const terminal = events.findLast(({ response }) => response)?.response?.output ?? []
  const finished = events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' && item ? [item] : [],
  )
  const parts = (terminal.length > 0 ? terminal : finished)
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => content ?? [])
  return parts.map(({ type, text }) => (type === 'output_text' ? text : '')).join('')
}

async function replay(path: string, words: string[] = [], options: FakeOptions = {}) {
  const terminal = fakeTerminal(options)
  const code = await runCli(['run', '--replay', path, ...words], terminal.context)
  return { code, out: terminal.out(), err: terminal.err() }
}

const paths = corpusFiles.map(([, path]) => path)

describe.skipIf(paths.length === 0)('every recorded stream, played back over HTTP', () => {
  test.each(paths.map((path) => [basename(path), path]))('%s', async (_name, path) => {
    const events = eventsOf(path)
    const text = outputText(events)
    const code = events.some(({ response }) => response?.status === 'completed') ? 0 : 1

    const [piped, terminal, json] = await Promise.all([
      replay(path),
      replay(path, [], { terminal: 'both', columns: 40 }),
      replay(path, ['--json']),
    ])
    const newline = text === '' || text.endsWith('\n') ? '' : '\n'
    expect([piped.code, piped.out]).toEqual([code, text + newline])
    expect([terminal.code, terminal.out.trim()]).toEqual([code, printable(text).trim()])
    const lines = json.out.split('\n').filter(Boolean)
    expect([json.code, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([code, asWritten(events)])
  })
})

const isJSON = (path: string) => readFileSync(path, 'utf8').includes('"json_schema"')
const answers = paths.filter((path) => isJSON(path) && outputText(eventsOf(path)) !== '')

describe.skipIf(answers.length === 0)('every recorded answer in JSON, read by a schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-replay-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const schema = join(folder, 'any.json')
  writeFileSync(schema, '{"type":"object"}')

  test.each(answers.map((path) => [basename(path), path]))('%s', async (_name, path) => {
    const value = JSON.parse(outputText(eventsOf(path))) as unknown
    const words = ['--schema', schema, '--no-strict-schema']
    const [piped, terminal] = await Promise.all([
      replay(path, words),
      replay(path, words, { terminal: 'stdout', columns: 40, rows: 10 }),
    ])
    expect(piped).toEqual({ code: 0, out: `${JSON.stringify(value)}\n`, err: '' })
    expect([terminal.code, terminal.out.endsWith(`${JSON.stringify(value, null, 2)}\n`)]).toEqual([0, true])
  })
})

test.each([
  ['is JSON', '{"a":1}'],
  ['is empty', ''],
  ['is some other text', 'Hello\nyou\n'],
])('a file that %s is named, and not taken for a server', async (_name, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-replay-'))
  const path = join(folder, 'stream.sse')
  writeFileSync(path, content)
  expect(await replay(path)).toEqual({
    code: 1,
    out: '',
    err:
      `${path} holds no event stream.\n` +
      '  A recording is the body of a streamed answer, as curl -N prints it: lines of "data: {…}".\n',
  })
  rmSync(folder, { recursive: true })
})
