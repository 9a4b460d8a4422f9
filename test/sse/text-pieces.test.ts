import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextPieces } from '../../src/sse/text-pieces.js'

test('the pieces are given back as one text, again and again', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string())), (texts) => {
      const pieces = new TextPieces()
      for (const text of texts) {
        for (const piece of text) pieces.push(piece)
        expect(pieces.isEmpty).toBe(text.join('') === '')
        expect(pieces.take()).toBe(text.join(''))
        expect(pieces.isEmpty).toBe(true)
      }
    }),
  )
})

test.each([1, 64, 200])('thousands of pieces of %d characters keep their order', (length) => {
  const pieces = new TextPieces()
  const expected = Array.from({ length: 5000 }, (_, index) =>
    String(index).padStart(length, '.').slice(-length),
  )
  for (const piece of expected) pieces.push(piece)
  expect(pieces.take('end')).toBe(`${expected.join('')}end`)
})
