import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createResponsesServer, demoBackend, type ListeningServer, serve } from '../../src/server/index.js'
import { jsonAnswer } from '../../src/testing/script.js'
import { scriptedServer } from '../../src/testing/scripted-server.js'
import { idOf, parseAll } from '../server/support.js'

const folder = resolve(import.meta.dirname, '../../examples')
const programs = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const linesOf = (name: string): number => readFileSync(join(folder, name), 'utf8').split('\n').length - 1

let server: ListeningServer
beforeAll(async () => {
  server = await serve(createResponsesServer({ backend: demoBackend({ pace: 0 }) }))
})
afterAll(() => server.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Runs an example as its README says, and gives what it printed. It must end well and say nothing else. */
function run(name: string, env: NodeJS.ProcessEnv = demoServer()): Promise<string> {
  return new Promise((printed, failed) => {
    const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...outer } = process.env
    execFile(
      process.execPath,
      [join(folder, 'run.mjs'), name.replace(/\.ts$/, '')],
      { env: { ...outer, ...env } },
      (error, stdout, stderr) => {
        if (error || stderr !== '') failed(error ?? new Error(stderr))
        else printed(stdout)
      },
    )
  })
}

const demoServer = () => ({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'test' })

const greeting =
  'Hello! It is nice to hear from you. I am the demo model inside millrace: I know very little, but I stream ' +
  'beautifully, and I need no network for it. Ask me why streams need sequence numbers, give me a tool to call ' +
  'or a schema to fill in, and watch the events go by.'

const streaming =
  'Streaming means that an answer is sent while it is still being written. The server keeps the HTTP response ' +
  'open and writes small events into it: first that a response exists, then each piece of text as it appears, ' +
  'and at the very end the complete response once more. You see the first words after a moment instead of ' +
  'waiting for the last one, you can stop as soon as you have read enough, and a program can start to work on ' +
  'the beginning while the rest is still on its way.'

/** What each program prints when the demo model answers. */
const prints: Record<string, string> = {
  'text.ts': `${streaming}\n\ncompleted: 92 tokens\n`,
  'route.ts': `${greeting}\n\nThe page got { instructions: null, tools: [] }\n`,
  'structured.ts': [
    "{ title: 'Apple' }",
    "{ title: 'Apple Pie', minutes: 5, steps: [ 'Apple' ] }",
    "{ title: 'Apple Pie', minutes: 5, steps: [ 'Apple Pie', 'Apple' ] }",
    "{ title: 'Apple Pie', minutes: 5, steps: [ 'Apple Pie', 'Apple Pie' ] }",
    'Apple Pie takes 5 minutes.\n',
  ].join('\n'),
  'function-calls.ts': [
    '21 degrees in Lisbon',
    'noon in Lisbon',
    'Thank you. The tool answered "noon in Lisbon", and that is all I needed to know to finish this response.\n',
  ].join('\n'),
  'background.ts': `resumed with event 11: completed\n${greeting}\n`,
}

describe('every program of examples/', { timeout: 60_000 }, () => {
  test('is here with what it prints', () => {
    expect(Object.keys(prints).sort()).toEqual(programs.sort())
  })

  test.each(programs)('%s runs, and prints exactly that', async (name) => {
    expect(await run(name)).toBe(prints[name])
  })

  test('runs without a key and without a server, too', async () => {
    expect(await run('text.ts', {})).toBe(prints['text.ts'])
  })

  test.each([
    [[], 'Which example?'],
    [['txt'], 'There is no example called "txt".'],
  ])('run.mjs %j says which there are, exit 2', async (words, said) => {
    const ended = await new Promise((done) => {
      const child = execFile(process.execPath, [join(folder, 'run.mjs'), ...words], (_error, out, err) =>
        done({ code: child.exitCode, out, err }),
      )
    })
    const lines = programs.map((name) => `  node examples/run.mjs ${name.replace(/\.ts$/, '')}\n`)
    expect(ended).toEqual({ code: 2, out: '', err: `${said}\n${lines.join('')}` })
  })

  test('compiles', () => {
    const root = resolve(folder, '..')
    const read = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
    const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root)
    const files = programs.map((name) => join(folder, name))
    const program = ts.createProgram(files, options)
    const problems = files.flatMap((file) => {
      const source = program.getSourceFile(file)
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    })
    expect(problems.map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, '\n'))).toEqual([])
  })

  test('is in the table of the README, with the number of its lines', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| \[`([\w-]+\.ts)`\]\(\.\/\1\) *\| *(\d+) \|/gm)]
    expect(Object.fromEntries(rows.map(([, name, lines]) => [name, Number(lines)]))).toEqual(
      Object.fromEntries(programs.map((name) => [name, linesOf(name)])),
    )
  })
})

describe('route.ts', { timeout: 60_000 }, () => {
  interface Route {
    POST(request: Request): Promise<Response>
  }

  /** The route itself; what the rest of the file prints is not looked at. */
  async function loadRoute(): Promise<Route> {
    for (const [name, value] of Object.entries(demoServer())) vi.stubEnv(name, value)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    vi.spyOn(console, 'log').mockReturnValue()
    const { load } = (await import(join(folder, 'load.mjs'))) as { load(path: string): Promise<Route> }
    return load('examples/route.ts')
  }

  test('the system prompt and the tools are used, and do not leave', async () => {
    const { POST } = await loadRoute()
    const answer = await POST(new Request('http://localhost/ask', { method: 'POST', body: 'Hello' }))
    const sent = await answer.text()
    const events = parseAll(sent)
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' })
    expect(sent).not.toMatch(/concierge|secret|open_safe/)
    // That they were there, the server knows.
    const stored = await fetch(`${server.url}/v1/responses/${idOf(events[0])}`)
    expect(await stored.json()).toMatchObject({
      instructions: 'You are the concierge of a hotel whose name is a secret.',
      tools: [{ name: 'open_safe' }],
    })
  })

  test('a 429 stays a 429, with its retry-after, and the page reads it as one', async () => {
    const error = {
      message: 'slow down',
      type: 'too_many_requests',
      param: null,
      code: 'rate_limit_exceeded',
    }
    const limited = await scriptedServer(() =>
      jsonAnswer(429, { error }, { 'retry-after': '2', 'x-should-retry': 'false' }),
    )
    const env = { OPENAI_BASE_URL: `${limited.url}/v1`, OPENAI_API_KEY: 'test' }
    expect(await run('route.ts', env)).toBe('The page got a 429 and may ask again after 2000 ms.\n')
    await limited.close()
  })
})
