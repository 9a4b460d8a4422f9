import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Consumer, installPackedMillrace, root } from './packed.js'

interface Manifest {
  exports: Record<string, { types: string; default: string } | string>
  sideEffects: boolean
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json')
const specifiers = subpaths.map((subpath) => join('millrace', subpath))

let consumer: Consumer
beforeAll(() => {
  consumer = installPackedMillrace()
}, 60_000)
afterAll(() => consumer.remove())

const node = (file: string, ...args: string[]): string =>
  execFileSync(process.execPath, [file, ...args], { encoding: 'utf8', cwd: consumer.folder })

describe('the packed tarball', () => {
  test('holds the build, the licence and the texts, and nothing else', () => {
    const files = readdirSync(consumer.installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(consumer.installed, join(entry.parentPath, entry.name)))
    expect(files.filter((file) => !/^dist\/.+\.(js|d\.ts)$/.test(file)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ])
  })

  test('has the file that each subpath names', () => {
    const targets = Object.values(manifest.exports).flatMap((target) => Object.values(target))
    const missing = targets.filter(
      (target) => target.startsWith('./') && !existsSync(join(consumer.installed, target)),
    )
    expect(missing).toEqual([])
  })

  test('declares itself free of side effects, so that bundlers may drop what is not used (B143)', () => {
    expect(manifest.sideEffects).toBe(false)
  })

  test('is imported and required with the same names at every subpath', () => {
    const imported = node(
      consumer.write(
        'names.mjs',
        `const names = {}
        for (const path of ${JSON.stringify(specifiers)}) names[path] = Object.keys(await import(path))
        console.log(JSON.stringify(names))`,
      ),
    )
    const required = node(
      consumer.write(
        'names.cjs',
        `const names = {}
        for (const path of ${JSON.stringify(specifiers)}) names[path] = Object.keys(require(path)).filter((name) => name !== '__esModule')
        console.log(JSON.stringify(names))`,
      ),
    )
    const names = JSON.parse(imported) as Record<string, string[]>
    expect(JSON.parse(required)).toEqual(names)
    expect(Object.keys(names)).toEqual(specifiers)
    expect(Object.entries(names).filter(([, exported]) => exported.length === 0)).toEqual([])
    expect(Object.values(names).flat()).not.toContain('default')
  })

  test('runs as a command', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(consumer.installed, 'dist/cli/main.js'), '--help'],
      {
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: millrace /)
  })

  test('folds a stream in three lines', () => {
    const script = consumer.write(
      'fold.mjs',
      `import { ResponseStream } from 'millrace'
      import { encodeEvent } from 'millrace/sse'
      const response = { id: 'resp_1', object: 'response', created_at: 0, model: 'm', output: [], status: 'completed' }
      const stream = ResponseStream.from([encodeEvent({ type: 'response.completed', sequence_number: 0, response })])
      console.log((await stream.finalResponse()).id)`,
    )
    expect(node(script)).toBe('resp_1\n')
  })
})

/** One use of every subpath. The same text is checked as an ES module and as CommonJS. */
const usage = `
import { Millrace, ResponseStream, Stream, APIError, type Response, type ResponseStreamEvent } from 'millrace'
import { SSEDecoder, encodeSSE, type ServerSentEvent } from 'millrace/sse'
import { parseEvent, type UnknownEvent } from 'millrace/events'
import { responses } from 'millrace/openai'
import * as server from 'millrace/server'
import * as testing from 'millrace/testing'

export async function text(client: Millrace): Promise<string> {
  const stream: ResponseStream = client.responses.stream({ model: 'm', input: 'Hello' })
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') {
      const delta: string = event.delta
      const snapshot: string = event.snapshot
      console.log(delta, snapshot)
    }
  }
  const final = await stream.finalResponse()
  return final.output_text
}

export async function raw(client: Millrace): Promise<Response> {
  const stream: Stream = await client.responses.create({ model: 'm', input: 'Hello', stream: true })
  for await (const event of stream) use(event)
  return client.responses.create({ model: 'm', input: 'Hello' })
}

function use(event: ResponseStreamEvent | UnknownEvent): void {
  if (event.type === 'response.completed') console.log(event.response.id)
}

export function decode(bytes: Uint8Array): ServerSentEvent[] {
  return new SSEDecoder().feed(bytes)
}

export const status = (error: unknown): number | undefined => (error instanceof APIError ? error.status : undefined)
export const line: string = encodeSSE({ data: 'x' })
export const all = { parseEvent, responses, server, testing }
`

describe('its types', () => {
  const compilers = { 'TypeScript 5.8': 'typescript-5.8', 'TypeScript 6.0': 'typescript' }
  const modules = { 'an ES module': 'module', CommonJS: 'commonjs' }
  const rows = Object.entries(compilers).flatMap(([version, compiler]) =>
    Object.entries(modules).map(([name, type]) => ({ version, compiler, name, type })),
  )

  test.each(rows)('hold in $name with $version, libraries checked too', ({ compiler, type }) => {
    const folder = `${compiler}-${type}`
    consumer.write(`${folder}/package.json`, JSON.stringify({ type }))
    consumer.write(`${folder}/usage.ts`, usage)
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    }
    const project = consumer.write(
      `${folder}/tsconfig.json`,
      JSON.stringify({ compilerOptions, files: ['usage.ts'] }),
    )
    const tsc = join(root, 'node_modules', compiler, 'bin', 'tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  test('hold without the DOM library: the types of Node 20 are enough', () => {
    consumer.write('no-dom/package.json', JSON.stringify({ type: 'module' }))
    consumer.write('no-dom/usage.ts', usage)
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noEmit: true,
    }
    const project = consumer.write(
      'no-dom/tsconfig.json',
      JSON.stringify({ compilerOptions, files: ['usage.ts'] }),
    )
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
