import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SSEDecoder, type SSERule } from '../../src/sse/decoder.js'
import { EventTooLargeError } from '../../src/errors/stream-error.js'
import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'
import { corpusFiles, readCorpus } from '../corpus.js'
import { bytesOf, chunkSizes, cut, decode, every, streamBytes, streamText } from './chunks.js'
import { type Decoded, referenceDecode } from './reference-decoder.js'

function decodeFully(chunks: Iterable<Uint8Array | string>): Decoded {
  const comments: string[] = []
  const decoder = new SSEDecoder({ onComment: (text) => comments.push(text) })
  const events = [...[...chunks].flatMap((chunk) => decoder.feed(chunk)), ...decoder.end()]
  return { events, lastEventId: decoder.lastEventId, retry: decoder.retry, comments }
}

const runs = { numRuns: 1000 }

describe('in any chunks it gives what the rules give for the whole', () => {
  test('for text as bytes', () => {
    fc.assert(
      fc.property(streamText, chunkSizes, (text, sizes) => {
        expect(decodeFully(cut(bytesOf(text), sizes))).toEqual(referenceDecode(bytesOf(text)))
      }),
      runs,
    )
  })

  test('for text as strings', () => {
    fc.assert(
      fc.property(streamText, chunkSizes, (text, sizes) => {
        expect(decodeFully(cut(text, sizes))).toEqual(referenceDecode(text))
      }),
      runs,
    )
  })

  test('for bytes that are not UTF-8', () => {
    fc.assert(
      fc.property(streamBytes, chunkSizes, (bytes, sizes) => {
        const expected = referenceDecode(bytes)
        expect(decodeFully(cut(bytes, sizes))).toEqual(expected)
        expect(decodeFully(every(bytes, 1))).toEqual(expected)
      }),
      runs,
    )
  })
})

test('in chunks large enough to be decoded in several runs', () => {
  fc.assert(
    fc.property(
      fc.array(streamBytes, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 4000 }),
      (parts, size) => {
        const part = Uint8Array.from(parts.flatMap((bytes) => [...bytes]))
        const bytes = Uint8Array.from(Array.from({ length: 40 }, () => [...part]).flat())
        expect(decodeFully(every(bytes, size))).toEqual(referenceDecode(bytes))
      },
    ),
  )
})

test('an event comes out with the chunk that holds its end', () => {
  fc.assert(
    fc.property(streamText, (text) => {
      const decoder = new SSEDecoder()
      let fed = ''
      for (const unit of text) {
        fed += unit
        const sofar = decoder.feed(unit).length
        const before = referenceDecode(fed.slice(0, -unit.length)).events.filter(isTerminated).length
        expect(sofar).toBe(referenceDecode(fed).events.filter(isTerminated).length - before)
      }
    }),
  )
})

function isTerminated(event: ServerSentEvent): boolean {
  return event.unterminated === undefined
}

/** The events before the limit is passed, and the error if it was. */
function decodeWithin(
  maxEventSize: number,
  chunks: Iterable<Uint8Array>,
): { events: ServerSentEvent[]; failed: boolean } {
  const decoder = new SSEDecoder({ maxEventSize })
  const events: ServerSentEvent[] = []
  try {
    for (const chunk of chunks) events.push(...decoder.feed(chunk))
    events.push(...decoder.end())
    return { events, failed: false }
  } catch (error) {
    if (!(error instanceof EventTooLargeError)) throw error
    return { events, failed: true }
  }
}

test('the limit cuts at the same event in any chunks', () => {
  fc.assert(
    fc.property(streamText, chunkSizes, fc.integer({ min: 1, max: 40 }), (text, sizes, limit) => {
      const bytes = bytesOf(text)
      expect(decodeWithin(limit, cut(bytes, sizes))).toEqual(decodeWithin(limit, [bytes]))
    }),
    runs,
  )
})

test('invalid UTF-8 is noticed exactly where it is, not where somebody sent U+FFFD', () => {
  fc.assert(
    fc.property(streamBytes, chunkSizes, (bytes, sizes) => {
      const rules = new Set<SSERule>()
      decode(cut(bytes, sizes), { onNotice: (rule) => rules.add(rule) })
      expect(rules.has('invalid-utf8')).toBe(!isUtf8(bytes))
    }),
    runs,
  )
})

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

describe.runIf(corpusFiles.length > 0)('recorded streams', () => {
  test('every one gives its events in chunks of 1,400 bytes and in one', () => {
    for (const [, path] of corpusFiles) {
      const bytes = readCorpus(path)
      const expected = referenceDecode(bytes).events
      expect(decode(every(bytes, 1400))).toEqual(expected)
      expect(decode([bytes])).toEqual(expected)
    }
  })

  const sample = corpusFiles.filter((_, index) => index % 10 === 0)

  test.each(sample)('%s in random chunks', (_, path) => {
    const bytes = readCorpus(path)
    const expected = referenceDecode(bytes).events
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 3000 })), (sizes) => {
        expect(decode(cut(bytes, sizes))).toEqual(expected)
      }),
      { numRuns: 5 },
    )
  })
})
