import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readCases } from './format.js'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

/** The rows of the table in cases/README.md: an id and a file that holds it. */
function rows(): [id: string, file: string][] {
  const lines = read('cases/README.md').matchAll(/^\| (B\d{3}(?: B\d{3})*) *\| `([^`]+)` *\|$/gm)
  return [...lines].flatMap(([, ids = '', file = '']) =>
    ids.split(' ').map((id): [string, string] => [id, file]),
  )
}

test('every id of the table occurs in the file that is named for it', () => {
  expect(rows().filter(([id, file]) => !new RegExp(`\\b${id}\\b`).test(read(file)))).toEqual([])
})

test('every case of the data, and every id of the tests beside it, is in the table', () => {
  const inTable = new Set(rows().map(([id]) => id))
  const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  const named = tests.flatMap((name) => read(`test/cases/${name}`).match(/\bB\d{3}\b/g) ?? [])
  const ids = new Set([...readCases().map(({ id }) => id), ...named])
  expect([...ids].filter((id) => !inTable.has(id))).toEqual([])
})
