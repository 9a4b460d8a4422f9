import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'millrace-event-type-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const catalogue = 'src/events/catalogue.ts'
const details = 'src/events/details.ts'
const reducers = 'src/snapshot/reducers/text.ts'

function edit(file: string, from: string, to: string): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer contains: ${from}`)
  writeFileSync(path, text.replace(from, to))
}

/** Files that do not compile, with what the compiler says. */
function complaints(): Record<string, string> {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const core = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.core.json'), {}, host)
  const program = ts.createProgram(
    [join(copy, 'src/snapshot/reducers.ts'), join(copy, catalogue), join(copy, details)],
    core?.options ?? {},
  )
  const found: Record<string, string> = {}
  for (const problem of ts.getPreEmitDiagnostics(program)) {
    const file = problem.file?.fileName.slice(copy.length + 1) ?? ''
    found[file] = `${found[file] ?? ''}${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}\n`
  }
  return found
}

test('a new event type does not compile until it has its rows and its reducer', { timeout: 120_000 }, () => {
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module' }))
  edit(
    'src/events/text.ts',
    'export type TextEvent =',
    `export interface ResponseHintEvent extends PartEventFields {
      type: 'response.output_text.hint'
      hint: string
    }

    export type TextEvent =
      | ResponseHintEvent`,
  )
  const missing = complaints()
  expect(Object.keys(missing).toSorted()).toEqual([catalogue, details, 'src/snapshot/reducers.ts', reducers])
  expect(missing[catalogue]).toContain('response.output_text.hint')
  expect(missing[reducers]).toContain('response.output_text.hint')

  edit(
    catalogue,
    "  'response.output_text.done':",
    "  'response.output_text.hint': 'output',\n  'response.output_text.done':",
  )
  edit(
    details,
    "  'response.output_text.done':",
    "  'response.output_text.hint': { scope: 'part', item: 'message' },\n  'response.output_text.done':",
  )
  edit(
    reducers,
    "  'response.output_text.done':",
    "  'response.output_text.hint': () => {},\n  'response.output_text.done':",
  )
  expect(complaints()).toEqual({})
})
