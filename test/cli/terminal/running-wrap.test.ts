import { expect, test } from 'vitest'
import { createRunningWrap } from '../../../src/cli/terminal/running-wrap.js'

function wrapped(pieces: string[], columns = 10): string {
  const wrap = createRunningWrap(() => columns)
  return pieces.map((piece) => wrap.add(piece)).join('')
}

test('a row ends between words, wherever the pieces are cut', () => {
  const ways = [
    ['one two three four'],
    ['one', ' two', ' three', ' four'],
    ['one ', 'two ', 'three ', 'four'],
  ]
  expect(ways.map((pieces) => wrapped(pieces).replaceAll(' \n', '\n'))).toEqual(
    ways.map(() => 'one two\nthree four'),
  )
})

test('line breaks of the text begin a row, and spaces at its start stay', () => {
  expect(wrapped(['one\n', '  two three'])).toBe('one\n  two\nthree')
})

test('a word that is cut over two pieces is not broken by us', () => {
  expect(wrapped(['one two thr', 'ee'], 11)).toBe('one two three')
})

test('without an edge nothing changes', () => {
  expect(wrapped(['one two ', 'three'], Infinity)).toBe('one two three')
})

test('it can be told that a row begins', () => {
  const wrap = createRunningWrap(() => 5)
  wrap.add('four')
  wrap.restart()
  expect(wrap.add('a b')).toBe('a b')
})
