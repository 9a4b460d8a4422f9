import { expect, test } from 'vitest'
import { createCursor } from '../../../src/cli/terminal/cursor.js'

test('the first block is not set off, the next ones are by a blank line', () => {
  const cursor = createCursor()
  const first = cursor.enter('a')
  cursor.wrote('text', true)
  const second = cursor.enter('b')
  cursor.wrote('a line\n', false)
  expect([first, second, cursor.enter('b'), cursor.enter('c')]).toEqual(['', '\n\n', '', '\n'])
})

test('it is idle at the start of a line, but not where running text has just ended one', () => {
  const cursor = createCursor()
  const idle = [cursor.idle]
  for (const [text, running] of [
    ['a', true],
    ['\n', true],
    ['', false],
  ] as const) {
    cursor.wrote(text, running)
    idle.push(cursor.idle)
  }
  expect(idle).toEqual([true, false, false, true])
})

test('a line that is open is ended once', () => {
  const cursor = createCursor()
  cursor.wrote('a', true)
  expect([cursor.endLine(), cursor.endLine()]).toEqual(['\n', ''])
})

test('a block that was left is another one when it is entered again', () => {
  const cursor = createCursor()
  cursor.enter('text')
  cursor.wrote('one', true)
  cursor.leave()
  expect(cursor.enter('text')).toBe('\n\n')
})
