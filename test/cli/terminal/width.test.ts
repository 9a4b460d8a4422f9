import { expect, test } from 'vitest'
import { clipToWidth, displayWidth, wrapToWidth, wrapWords } from '../../../src/cli/terminal/width.js'

test('a column for a letter, two for CJK and emoji, none for combining marks', () => {
  const widths = ['abc', '日本', '👍', '👩‍👩‍👧', 'e\u0301', '\u200b', ''].map(displayWidth)
  expect(widths).toEqual([3, 4, 2, 2, 1, 0, 0])
})

test('what does not fit ends in an ellipsis, and a wide character is never cut in half', () => {
  const clipped = [
    clipToWidth('abcdef', 6),
    clipToWidth('abcdef', 5),
    clipToWidth('日本語', 5),
    clipToWidth('abc', 1),
    clipToWidth('abc', 0),
  ]
  expect(clipped).toEqual(['abcdef', 'abcd…', '日本…', '…', ''])
})

test('a line goes on in the next row, and a wide character is never cut in half', () => {
  const wrapped = [
    wrapToWidth('abcdef', 3),
    wrapToWidth('日本語', 5),
    wrapToWidth('', 3),
    wrapToWidth('日', 1),
  ]
  expect(wrapped).toEqual([['abc', 'def'], ['日本', '語'], [''], ['日']])
})

test('words stay whole, later rows are indented as the first, and what is too long has a row to itself', () => {
  const broken = [
    wrapWords('one two three', 7),
    wrapWords('  one two three', 7),
    wrapWords('see https://example.com now', 10),
    wrapWords('fits', 4),
    wrapWords('', 4),
  ]
  expect(broken).toEqual([
    ['one two', 'three'],
    ['  one', '  two', '  three'],
    ['see', 'https://example.com', 'now'],
    ['fits'],
    [''],
  ])
})
