import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runEnd } from '../../src/sse/run-end.js'
import { bytesOf } from './chunks.js'

function ends(bytes: Uint8Array, length: number): number[] {
  const found: number[] = []
  for (let start = 0; start < bytes.length; start = found.at(-1) ?? bytes.length) {
    found.push(runEnd(bytes, start, bytes.length, length))
  }
  return found
}

test('a run ends with the event that it meets, the last one takes a short rest too', () => {
  const event = `data: ${'x'.repeat(92)}\n\n`
  const bytes = bytesOf(event.repeat(10))
  expect(ends(bytes, 250)).toEqual([300, 600, 1000])
  expect(ends(bytes, 299)).toEqual([300, 600, 1000])
  expect(ends(bytes, 500)).toEqual([1000])
})

test('a run goes on where no line ends', () => {
  expect(ends(bytesOf(`${'x'.repeat(500)}\n${'y'.repeat(500)}`), 100)).toEqual([501, 1001])
})

test('only a line end ends a run, and the runs are the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\n', '\r', 'xyz', '世')),
      fc.integer({ min: 1, max: 20 }),
      (parts, length) => {
        const bytes = bytesOf(parts.join('').repeat(3))
        const found = ends(bytes, length)
        expect(found.at(-1) ?? 0).toBe(bytes.length)
        expect(found.slice(0, -1).filter((end) => bytes[end - 1] !== 0x0a)).toEqual([])
      },
    ),
  )
})
