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

test('every case of the data, and every id that a test names, is in the table', () => {
  const inTable = new Set(rows().map(([id]) => id))
  const tests = readdirSync(resolve(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !name.includes('node_modules'),
  )
  const named = tests.flatMap((name) => read(`test/${name}`).match(/\bB\d{3}(?=:)/g) ?? [])
  const ids = new Set([...readCases().map(({ id }) => id), ...named])
  expect([...ids].filter((id) => !inTable.has(id))).toEqual([])
})

test('every case about the end of a stream, resuming and serving is there', () => {
  const inTable = new Set(rows().map(([id]) => id))
  const expected =
    'B024 B025 B026 B027 B028 B029 B030 B032 B034 B035 B036 B038 B039 B040 B087 B094 B101 B102 B105 B106 B107 B108 ' +
    'B109 B110 B113 B114 B115 B116 B117 B118 B119 B122 B123 B124 B125 B127 B128 B130 B131 B132'
  expect(expected.split(' ').filter((id) => !inTable.has(id))).toEqual([])
})
