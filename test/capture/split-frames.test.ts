import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitFrames } from '../../src/capture/split-frames.js'

const split = (text: string): string[] =>
  splitFrames(new TextEncoder().encode(text)).map((frame) => new TextDecoder().decode(frame))

test.each([
  ['data: a\n\ndata: b\n\n', ['data: a\n\n', 'data: b\n\n']],
  ['data: a\r\n\r\ndata: b\r\n\r\n', ['data: a\r\n\r\n', 'data: b\r\n\r\n']],
  ['data: a\r\rdata: b\r\r', ['data: a\r\r', 'data: b\r\r']],
  ['data: a\n\r\ndata: b\r\n\n', ['data: a\n\r\n', 'data: b\r\n\n']],
  ['event: x\ndata: a\n\n', ['event: x\ndata: a\n\n']],
  ['data: a\n\n\n\ndata: b\n\n', ['data: a\n\n\n\n', 'data: b\n\n']],
  ['\n\ndata: a\n\n', ['\n\n', 'data: a\n\n']],
  ['data: a\n\ndata: cut', ['data: a\n\n', 'data: cut']],
  ['data: a\n', ['data: a\n']],
  ['', []],
])('%j', (text, frames) => {
  expect(split(text)).toEqual(frames)
})

test('joined, the frames are the bytes', () => {
  const piece = fc.constantFrom('data: é', '\n', '\r', '\r\n', ':', '🌍')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(split(pieces.join('')).join('')).toBe(pieces.join(''))
    }),
  )
})
