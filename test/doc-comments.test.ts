import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Manifest {
  exports: Record<string, { default: string } | string>
}

/** The sources of the public entry points: `./dist/sse/index.js` was compiled from `src/sse/index.ts`. */
function entryPoints(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  return Object.values(manifest.exports)
    .flatMap((target) => (typeof target === 'string' ? [] : [target.default]))
    .map((file) => join(root, file.replace('./dist/', 'src/').replace(/\.js$/, '.ts')))
}

test('every public export has a doc comment', { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const entries = entryPoints()
  const program = ts.createProgram(entries, options)
  const checker = program.getTypeChecker()

  const undocumented = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) return [`${entry}: exports nothing`]
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter((symbol) => symbol.getDocumentationComment(checker).length === 0)
      .map((symbol) => {
        const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? entry
        return `${file.slice(root.length + 1)}: ${symbol.name}`
      })
  })
  expect([...new Set(undocumented)].toSorted()).toEqual([])
})
