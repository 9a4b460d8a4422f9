import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tailLength } from '../../src/sse/utf8.js'
import { streamBytes } from './chunks.js'

describe('the tail to keep back', () => {
  test.each<[string, number[], number]>([
    ['nothing', [], 0],
    ['ASCII', [0xc3, 0xa9, 0x41], 0],
    ['the first of two', [0xc3], 1],
    ['a whole character', [0x41, 0xc3, 0xa9], 2],
    ['two of three', [0xe4, 0xb8], 2],
    ['three of four', [0xf0, 0x9f, 0x8c], 3],
    ['a whole character of four', [0xf0, 0x9f, 0x8c, 0x8d], 0],
    ['a continuation alone', [0x41, 0x80], 0],
    ['a lead cut by another', [0xe4, 0xb8, 0xc3], 1],
  ])('%s', (_, bytes, length) => {
    expect(tailLength(Uint8Array.from(bytes))).toBe(length)
  })

  test('decoding what is before it, and it with what follows, is decoding all', () => {
    const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    fc.assert(
      fc.property(fc.oneof(streamBytes, fc.uint8Array()), fc.nat(), (bytes, at) => {
        const head = bytes.subarray(0, at % (bytes.length + 1))
        const start = head.length - tailLength(head)
        expect(decode(bytes.subarray(0, start)) + decode(bytes.subarray(start))).toBe(decode(bytes))
      }),
      { numRuns: 2000 },
    )
  })
})
