import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteRuns } from '../../src/sse/byte-runs.js'
import { bytesOf } from './chunks.js'

function ends(runs: ByteRuns, bytes: Uint8Array, isASCII = false): number[] {
  const found: number[] = []
  for (let start = 0; start < bytes.length; start = found.at(-1) ?? 0) {
    found.push(runs.end(bytes, start))
    runs.learn(isASCII)
  }
  return found
}

test.each([
  ['its data', `event: a\ndata: ${'x'.repeat(283)}\n\n`],
  ['its name', `event: ${'a'.repeat(283)}\ndata: x\n\n`],
])(
  'a run is the chunk until something but ASCII is seen, then ends with the event, met in %s',
  (_, event) => {
    const bytes = bytesOf(event.repeat(10))
    const runs = new ByteRuns()
    expect(ends(runs, bytes)).toEqual([3000])
    expect(ends(runs, bytes)).toEqual([600, 1200, 1800, 2400, 3000])
  },
)

test('runs grow again over ASCII', () => {
  const runs = new ByteRuns()
  runs.learn(false)
  const bytes = bytesOf(`${'x'.repeat(99)}\n`.repeat(100))
  expect(ends(runs, bytes, true)).toEqual([700, 1900, 4100, 10_000])
})

test('a run is not cut inside a line, and a chunk of one line is one run', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('\n', 'x'.repeat(40), '世', '\r') })), (parts) => {
      const bytes = bytesOf(parts.join('').repeat(20))
      const runs = new ByteRuns()
      runs.learn(false)
      const found = ends(runs, bytes)
      expect(found.at(-1) ?? 0).toBe(bytes.length)
      expect(found.slice(0, -1).filter((end) => bytes[end - 1] !== 0x0a)).toEqual([])
    }),
  )
})
