import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { incompleteTailLength, utf8Length } from '../../src/sse/utf8.js'
import { bytesOf, streamBytes } from './chunks.js'

describe('the incomplete tail', () => {
  test.each<[string, number[], number]>([
    ['nothing', [], 0],
    ['ASCII', [0x41], 0],
    ['a whole character of two bytes', [0xc3, 0xa9], 0],
    ['the first of two', [0xc3], 1],
    ['the first of three', [0xe4], 1],
    ['two of three', [0xe4, 0xb8], 2],
    ['the first of four', [0xf0], 1],
    ['two of four', [0xf0, 0x9f], 2],
    ['three of four', [0xf0, 0x9f, 0x8c], 3],
    ['a continuation alone', [0x41, 0x80], 0],
    ['more continuations than any lead takes', [0xf0, 0x9f, 0x8c, 0x8d, 0x80], 0],
    ['a lead that is none', [0xc0], 0],
    ['a lead past the last plane', [0xf5], 0],
    ['an overlong form of three', [0xe0, 0x9f], 0],
    ['the start of a surrogate', [0xed, 0xa0], 0],
    ['an overlong form of four', [0xf0, 0x8f], 0],
    ['a character past U+10FFFF', [0xf4, 0x90], 0],
    ['a lead cut by another', [0xe4, 0xb8, 0xc3], 1],
  ])('%s', (_, bytes, length) => {
    expect(incompleteTailLength(Uint8Array.from(bytes))).toBe(length)
  })

  test('is short, and decoding what is before it and it with the rest equals decoding all', () => {
    const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    fc.assert(
      fc.property(fc.oneof(streamBytes, fc.uint8Array()), fc.nat(), (bytes, at) => {
        const head = bytes.subarray(0, at % (bytes.length + 1))
        const tail = incompleteTailLength(head)
        expect(tail).toBeLessThanOrEqual(3)
        const start = head.length - tail
        expect(decode(bytes.subarray(0, start)) + decode(bytes.subarray(start))).toBe(decode(bytes))
      }),
      { numRuns: 2000 },
    )
  })
})

test('the UTF-8 length is that of the encoded text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', '世', '🌍', '\uD83C', '\uDF0D', '\uFFFF') }),
      (text) => {
        expect(utf8Length(text)).toBe(bytesOf(text).length)
      },
    ),
  )
})
