import fc from 'fast-check'
import { SSEDecoder, type SSEDecoderOptions } from '../../src/sse/decoder.js'
import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a decoder gives for these chunks and a clean end. */
export function decode(
  chunks: Iterable<Uint8Array | string>,
  options: SSEDecoderOptions = {},
): ServerSentEvent[] {
  const decoder = new SSEDecoder(options)
  const events = [...chunks].flatMap((chunk) => decoder.feed(chunk))
  return [...events, ...decoder.end()]
}

/** Cuts after so many bytes (or characters) again and again; what the sizes leave is the last chunk. */
export function cut<Input extends Uint8Array | string>(input: Input, sizes: Iterable<number>): Input[] {
  const chunks: Input[] = []
  let start = 0
  for (const size of sizes) {
    if (start >= input.length) break
    chunks.push(input.slice(start, start + size) as Input)
    start += size
  }
  if (start < input.length) chunks.push(input.slice(start) as Input)
  return chunks
}

export function every<Input extends Uint8Array | string>(input: Input, size: number): Input[] {
  return cut(
    input,
    Array.from({ length: Math.ceil(input.length / size) }, () => size),
  )
}

/** Sizes of chunks: mostly small, an empty one now and then. */
export const chunkSizes: fc.Arbitrary<number[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 0, max: 200 })),
  { maxLength: 60 },
)

const lineEnd = fc.oneof({ weight: 4, arbitrary: fc.constant('\n') }, fc.constantFrom('\r', '\r\n'))
const value = fc.oneof(
  fc.constantFrom('', ' ', 'x', '  two', '{"type":"a"}', ':', 'a: b', '12', '9x', 'a\0b', '\uFEFF', '\uFFFD'),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
  fc.constantFrom('\u2028', '\u2029\u0085', 'héllo 世界 🌍 “x”'),
)
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('data', 'event') },
  fc.constantFrom('id', 'retry', '', 'dat', 'data ', 'Data', 'datax', 'events', 'idx', 'other', '\uFEFFdata'),
)
const line = fc
  .tuple(field, fc.oneof({ weight: 4, arbitrary: fc.constant(': ') }, fc.constantFrom(':', ':  ', '')), value)
  .map(([name, separator, text]) => (separator === '' ? name : name + separator + text))
const block = fc
  .tuple(fc.array(fc.tuple(line, lineEnd), { maxLength: 4 }), lineEnd)
  .map(([lines, blank]) => lines.flat().join('') + blank)
const plainBlock = fc
  .tuple(fc.constantFrom('', 'event: a\n', 'event: response.output_text.delta\n'), value)
  .map(([name, data]) => `${name}data: ${data.replaceAll(/[\r\n]/g, '')}\n\n`)

/** Text that is nearly an event stream, or is one, in any of its forms, with or without an end. */
export const streamText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '\uFEFF', '\uFEFF\uFEFF'),
    fc.array(fc.oneof(block, plainBlock), { maxLength: 8 }),
    fc.oneof(
      fc.constant(''),
      line,
      fc.tuple(line, lineEnd).map((parts) => parts.join('')),
    ),
  )
  .map(([mark, blocks, rest]) => mark + blocks.join('') + rest)

/** Bytes that are often no UTF-8, with line ends and fields among them. */
export const streamBytes: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc
        .constantFrom('data: ', 'event: a\n', '\n', '\n\n', '\r', 'x', '世', '🌍', 'é', '\uFFFD')
        .map(bytesOf),
      fc
        .array(
          fc.constantFrom(
            0x41,
            0x80,
            0x8f,
            0x90,
            0x9f,
            0xa0,
            0xbf,
            0xc0,
            0xc2,
            0xdf,
            0xe0,
            0xe2,
            0xed,
            0xef,
            0xf0,
            0xf4,
            0xf5,
            0xff,
          ),
        )
        .map((bytes) => Uint8Array.from(bytes)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))
