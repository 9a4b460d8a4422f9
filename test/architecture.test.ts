import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'millrace-architecture-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

interface LintReport {
  diagnostics: { filename: string; code: string }[]
}

/** Lints a folder of its own with the project's rules: file path to the rules it broke. */
function lint(files: Record<string, string>): Record<string, string[]> {
  cpSync(join(root, 'oxlint.config.mjs'), join(copy, 'oxlint.config.mjs'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  const oxlint = join(root, 'node_modules', '.bin', 'oxlint')
  const { stdout } = spawnSync(oxlint, ['-c', 'oxlint.config.mjs', '-f', 'json', '--quiet'], {
    cwd: copy,
    encoding: 'utf8',
  })
  const report = JSON.parse(stdout) as LintReport
  const broken: Record<string, string[]> = {}
  for (const { filename, code } of report.diagnostics) (broken[filename] ??= []).push(code)
  return broken
}

const value = (from: string): string => `import { thing } from '${from}'\n\nexport const used = thing\n`
const type = (from: string): string => `import type { Thing } from '${from}'\n\nexport type Used = Thing\n`

const direction = 'eslint(no-restricted-imports)'

test('an import against the direction of the pipeline is caught, with it every other is allowed', () => {
  const allowed = {
    'src/sse/raises.ts': value('../errors/millrace-error.js'),
    'src/events/reads.ts': value('../sse/decoder.js'),
    'src/snapshot/folds.ts': value('../events/parse.js'),
    'src/structured/declares.ts': value('../events/tools.js'),
    'src/stream/yields.ts': value('../snapshot/draft.js'),
    'src/stream/parses.ts': value('../structured/parse-response.js'),
    'src/client/asks.ts': value('../stream/stream.js'),
    'src/client/deep/asks.ts': value('../../stream/stream.js'),
    'src/errors/carries.ts': type('../snapshot/snapshot.js'),
    'src/server/listens.ts': value('hono'),
    'src/server/reads.ts': value('node:fs'),
    'src/cli/commands.ts': value('../server/index.js'),
  }
  const forbidden = {
    'src/errors/makes.ts': value('../snapshot/snapshot.js'),
    'src/sse/knows.ts': value('../events/parse.js'),
    'src/sse/names.ts': type('../events/union.js'),
    'src/sse/deep/knows.ts': value('../../events/parse.js'),
    'src/events/folds.ts': value('../snapshot/draft.js'),
    'src/snapshot/yields.ts': value('../stream/stream.js'),
    'src/snapshot/parses.ts': value('../structured/parse-response.js'),
    'src/structured/folds.ts': value('../snapshot/draft.js'),
    'src/structured/validates.ts': value('zod'),
    'src/stream/asks.ts': value('../client/millrace.js'),
    'src/client/serves.ts': value('../server/index.js'),
    'src/client/lends.ts': "export { thing } from '../server/index.js'\n",
    'src/client/loads.ts': "export const load = () => import('../server/index.js')\n",
    'src/server/prints.ts': value('../cli/main.js'),
    'src/testing/prints.ts': value('../cli/main.js'),
    'src/sse/files.ts': value('node:fs'),
    'src/client/depends.ts': value('hono'),
    'src/server/depends.ts': value('commander'),
  }
  const expected = Object.fromEntries(Object.keys(forbidden).map((file) => [file, [direction]]))
  expect(lint({ ...allowed, ...forbidden })).toEqual(expected)
  rmSync(join(copy, 'src'), { recursive: true })
})

test('a cycle of values is caught, a cycle of types is not', () => {
  const broken = lint({
    'src/sse/hen.ts': "import { egg } from './egg.js'\n\nexport const hen = () => egg\n",
    'src/sse/egg.ts': "import { hen } from './hen.js'\n\nexport const egg = () => hen\n",
    'src/events/item.ts': "import type { Response } from './response.js'\n\nexport type Item = Response[]\n",
    'src/events/response.ts':
      "import type { Item } from './item.js'\n\nexport type Response = { output: Item }\n",
  })
  expect(broken).toEqual({ 'src/sse/hen.ts': ['import(no-cycle)'], 'src/sse/egg.ts': ['import(no-cycle)'] })
  rmSync(join(copy, 'src'), { recursive: true })
})

test('a Node global in the core is caught', () => {
  const broken = lint({
    'src/stream/core.ts': 'export const encode = (text: string) => Buffer.from(text)\n',
    'src/server/node.ts': 'export const encode = (text: string) => Buffer.from(text)\n',
  })
  expect(broken).toEqual({ 'src/stream/core.ts': ['eslint(no-restricted-globals)'] })
})

test('every folder of src has its row in the import rule', async () => {
  const { mayImport } = (await import(join(root, 'oxlint.config.mjs'))) as {
    mayImport: Record<string, unknown>
  }
  expect(folders.filter((folder) => !(folder in mayImport))).toEqual([])
})

test('ARCHITECTURE.md has a section for every folder of src, and for no other', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const described = [...text.matchAll(/^### `src\/(\w+)\/`/gm)].map((match) => match[1])
  expect(described.toSorted()).toEqual(folders.toSorted())
})

test('one concept, one file: the median file of src has at most 120 lines', () => {
  const lengths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8').split('\n').length)
    .toSorted((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(120)
})
