import { expect, test } from 'vitest'
import { openString, readString } from '../../src/structured/string-reader.js'

test('stops behind the closing quote', () => {
  const reader = openString()
  expect(readString(reader, 'a\\n\\u00e9", "next"', 0)).toBe(10)
  expect(reader).toEqual({ text: 'a\né', closed: true, high: '', escape: '' })
})

test('holds back what is only half there', () => {
  const reader = openString()
  const seen = ['x\\', 'u', '00', 'e9\ud83d', '\\', 'ude00', '\\ud83d', '\\ud83d', '"'].map((piece) => {
    readString(reader, piece, 0)
    return reader.text
  })
  expect(seen).toEqual(['x', 'x', 'x', 'xé', 'xé', 'xé😀', 'xé😀', 'xé😀\ud83d', 'xé😀\ud83d\ud83d'])
})

test.each([['\n'], ['\\x'], ['\\u00g'], ['\\U']])('%j is not JSON', (text) => {
  expect(readString(openString(), text, 0)).toBe(-1)
})
