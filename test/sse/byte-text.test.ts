import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BlockReader } from '../../src/sse/block-reader.js'
import { ByteText } from '../../src/sse/byte-text.js'
import { EventBlock } from '../../src/sse/event-block.js'
import { joinChunks } from '../../src/testing/fault-injection.js'
import { bytesOf } from './chunks.js'

const event = `event: a\ndata: ${'x'.repeat(283)}\n\n`

/** The sizes of the runs that these chunks, one after the other, are decoded in. */
function runSizes(chunks: Uint8Array[]): number[][] {
  let sizes: number[] = []
  const decoder = new TextDecoder()
  const decode = (bytes: Uint8Array): string => {
    sizes.push(bytes.length)
    return decoder.decode(bytes)
  }
  const byteText = new ByteText(
    decode,
    new BlockReader(Infinity, new EventBlock(undefined, undefined), undefined),
    undefined,
  )
  return chunks.map((chunk) => {
    sizes = []
    byteText.read(chunk, [])
    return sizes
  })
}

/** What the whole of these chunks reads as. */
function textOf(chunks: Uint8Array[]): string {
  const events: { data: string }[] = []
  const byteText = new ByteText(
    undefined,
    new BlockReader(Infinity, new EventBlock(undefined, undefined), undefined),
    undefined,
  )
  for (const chunk of chunks) byteText.read(chunk, events)
  byteText.flush(events)
  byteText.read(bytesOf('\n\n'), events)
  return events.map(({ data }) => data).join('')
}

test('a chunk is decoded whole, less the end of a character that is cut', () => {
  const euro = bytesOf('€')
  expect(runSizes([bytesOf(event), euro.subarray(0, 2), euro.subarray(2), bytesOf('x')])).toEqual([
    [300],
    [],
    [],
    [4],
  ])
})

test('what is decoded does not depend on the chunks, however invalid it is', () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 8 }).map((bytes) => bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d)),
    fc.constantFrom('é', '世界', '😀', 'x'.repeat(600)).map(bytesOf),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const chunks = [bytesOf('data: '), ...parts]
      const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(joinChunks(parts))
      expect(textOf(chunks)).toBe(whole)
    }),
  )
})
