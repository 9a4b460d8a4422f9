import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test, vi } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const blocks = (language: string): string =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map((match) => match[1])
    .join('')

interface Manifest {
  exports: Record<string, { default: string } | string>
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The tour as one module, importing the sources in place of the installed package. */
function tour(): string {
  // It stands in a folder from which nothing is installed.
  let text = blocks('ts').replaceAll("from 'zod'", `from '${join(root, 'node_modules/zod/index.js')}'`)
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    const source = join(root, target.default.replace('./dist/', 'src/'))
    text = text.replaceAll(`from '${join('millrace', subpath)}'`, `from '${source}'`)
  }
  return text
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'tour.mts')
writeFileSync(file, tour())

test('the tour compiles', { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram([file], { ...options, typeRoots: [join(root, 'node_modules/@types')] })
  const tourFile = program.getSourceFile(file)
  const problems = [...program.getSyntacticDiagnostics(tourFile), ...program.getSemanticDiagnostics(tourFile)]
  expect(problems.map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, '\n'))).toEqual([])
})

test('the tour runs, and prints what it says it prints', async () => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    printed.push(`${values.map(String).join(' ')}\n`)
  })
  await import(/* @vite-ignore */ file)
  vi.restoreAllMocks()
  expect(printed.join('')).toBe(blocks('text'))
})

test('the list of entry points has every one of the package, and no other', () => {
  const [, list = ''] = /^## Entry points\n(.*?)^## /ms.exec(readme) ?? []
  const listed = [...list.matchAll(/^\| `(millrace[\w/]*)`/gm)].map((match) => match[1])
  const exported = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json')
  expect(listed.toSorted()).toEqual(exported.map((subpath) => join('millrace', subpath)).toSorted())
})

test('every file that the README points at is there', () => {
  const named = [
    ...readme.matchAll(/`((?:test|cases|src)\/[\w./-]*)`|\]\(\.\/([\w./-]+)\)|`(\.size-limit\.json)`/g),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  const missing = named.filter(
    (path) => !ts.sys.fileExists(join(root, path)) && !ts.sys.directoryExists(join(root, path)),
  )
  expect(missing).toEqual([])
})

test('the commands of the README are scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].flatMap((match) => match[1] ?? [])
  const builtIn = ['ci']
  expect(commands.filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([])
})
