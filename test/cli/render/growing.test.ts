import { expect, test } from 'vitest'
import { growingRows } from '../../../src/cli/render/growing.js'

const recipe = { title: 'Apple pie', steps: ['Peel the apples', 'Bake'], notes: { for: 'four' } }

test('a value that fits is shown whole, brackets and all', () => {
  expect(growingRows(recipe, { columns: 39, rows: 10 })).toEqual([
    '{',
    '  "title": "Apple pie",',
    '  "steps": [',
    '    "Peel the apples",',
    '    "Bake"',
    '  ],',
    '  "notes": {',
    '    "for": "four"',
    '  }',
    '}',
  ])
})

test('of a value that does not fit its end is shown, without the brackets that will close', () => {
  expect(growingRows(recipe, { columns: 39, rows: 4 })).toEqual([
    '…',
    '  ],',
    '  "notes": {',
    '    "for": "four"',
  ])
})

test('brackets alone are not what keeps a value from being shown', () => {
  expect(growingRows({ a: { b: { c: { d: [1] } } } }, { columns: 39, rows: 3 })).toEqual([
    '…',
    '        "d": [',
    '          1',
  ])
})

test('a long string goes on in the next row, wide characters are not cut', () => {
  expect(growingRows({ a: 'one two three', b: '日本語日本語' }, { columns: 12, rows: 8 })).toEqual([
    '{',
    '  "a": "one ',
    'two three",',
    '  "b": "日本',
    '語日本語"',
    '}',
  ])
})

test('nothing is shown before there is a value, nor where there is no room for one', () => {
  expect([
    growingRows(undefined, { columns: 39, rows: 9 }),
    growingRows({}, { columns: 39, rows: 1 }),
  ]).toEqual([[], []])
})

test('what could command the terminal is shown instead', () => {
  expect(growingRows({ a: '\u001b[2J\u009b' }, { columns: 39, rows: 9 })).toEqual([
    '{',
    String.raw`  "a": "\u001b[2J` + '\ufffd"',
    '}',
  ])
})

test('of a string of a megabyte only the end is looked at, and its rows stay while it grows', () => {
  const text = 'abcdefghij'.repeat(100_000)
  const size = { columns: 10, rows: 4 }
  const [before, after] = [growingRows({ text }, size), growingRows({ text: `${text}ab` }, size)]
  expect(before).toHaveLength(4)
  expect(after.slice(1, 3)).toEqual(before.slice(1, 3))
})
