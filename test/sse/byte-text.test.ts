import { expect, test } from 'vitest'
import { BlockReader } from '../../src/sse/block-reader.js'
import { ByteText } from '../../src/sse/byte-text.js'
import { EventBlock } from '../../src/sse/event-block.js'
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

test('a chunk is one run until something but ASCII is seen, then runs are short and grow again', () => {
  const ascii = bytesOf(event.repeat(40))
  const other = bytesOf(event.replace('xx', 'é'))
  expect(runSizes([ascii, other, ascii])).toEqual([[12_000], [300], [600, 1200, 2100, 8100]])
})

test('a long chunk is decoded in runs of about 32 KiB', () => {
  expect(runSizes([bytesOf(event.repeat(300))])).toEqual([[33_000, 57_000]])
})
