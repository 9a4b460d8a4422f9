import { describe, expect, test } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { EventTooLargeError } from '../../src/errors/stream-error.js'
import { SSEDecoder, type SSERule } from '../../src/sse/decoder.js'
import { bytesOf, decode, every } from './chunks.js'

/** Rules noticed, in order, while decoding to a clean end. */
function notices(chunks: (Uint8Array | string)[]): [SSERule, string][] {
  const noticed: [SSERule, string][] = []
  decode(chunks, { onNotice: (rule, message) => noticed.push([rule, message]) })
  return noticed
}

describe('fields', () => {
  test.each([
    ['data: x\n\n', { data: 'x' }],
    ['data:x\n\n', { data: 'x' }],
    ['data:  x \n\n', { data: ' x ' }],
    ['data: a: b\n\n', { data: 'a: b' }],
    ['data:\ndata\n\n', { data: '\n' }],
    ['event: a\ndata: x\n\n', { event: 'a', data: 'x' }],
    ['data: x\nevent:a\n\n', { event: 'a', data: 'x' }],
    ['event: a\nevent: b\ndata: x\n\n', { event: 'b', data: 'x' }],
    ['event: a\nevent\ndata: x\n\n', { data: 'x' }],
    ['id: 7\ndata: x\n\n', { data: 'x', id: '7' }],
    ['id\ndata: x\n\n', { data: 'x', id: '' }],
    ['id: 7\nid: a\0b\ndata: x\n\n', { data: 'x', id: '7' }],
    ['retry: 250\ndata: x\n\n', { data: 'x', retry: 250 }],
    ['retry: -1\nretry: 1.5\nretry: 1e3\nretry: ١\nretry\ndata: x\n\n', { data: 'x' }],
    [': comment\ndata: x\n:\n\n', { data: 'x' }],
    ['Data: y\n data: y\ndatas: y\nfoo\ndata: x\n\n', { data: 'x' }],
    ['data: x\u2028y\u2029z\u0085\v\f\n\n', { data: 'x\u2028y\u2029z\u0085\v\f' }],
  ])('%j', (text, event) => {
    expect(decode([text])).toEqual([event])
    expect(decode(every(bytesOf(text), 1))).toEqual([event])
  })
})

test('an id persists from the blank line that ends its block, also without data', () => {
  const decoder = new SSEDecoder()
  expect(decoder.lastEventId).toBe('')
  decoder.feed('id: 1\n')
  expect(decoder.lastEventId).toBe('')
  decoder.feed('\n')
  expect(decoder.lastEventId).toBe('1')
  expect(decoder.feed('data: x\n\n')).toEqual([{ data: 'x' }])
  expect(decoder.lastEventId).toBe('1')
  decoder.feed('id\n\n')
  expect(decoder.lastEventId).toBe('')
})

test('retry is known out of band', () => {
  const decoder = new SSEDecoder()
  expect(decoder.retry).toBeUndefined()
  expect(decoder.feed('retry: 3000\n\n')).toEqual([])
  expect(decoder.retry).toBe(3000)
})

test('comments are handed out, without dispatching anything', () => {
  const comments: string[] = []
  const decoder = new SSEDecoder({ onComment: (text) => comments.push(text) })
  expect(decoder.feed(': one\n:two\n:\n:  three\n\n')).toEqual([])
  expect(comments).toEqual(['one', 'two', '', ' three'])
})

test('bytes are counted as they come, strings in UTF-16 units', () => {
  const decoder = new SSEDecoder()
  decoder.feed(bytesOf('data: é'))
  expect(decoder.bytes).toBe(8)
  decoder.feed('é\n')
  expect(decoder.bytes).toBe(10)
})

test('text and bytes may alternate; a character that the bytes leave open is replaced', () => {
  const bytes = bytesOf('data: 世')
  expect(decode([bytes.subarray(0, -1), 'x\n', bytesOf('\n')])).toEqual([{ data: '\uFFFDx' }])
})

test('a chunk may be reused after it was fed', () => {
  const decoder = new SSEDecoder()
  const buffer = new Uint8Array(8)
  buffer.set(bytesOf('data: 世').subarray(0, 8))
  decoder.feed(buffer)
  buffer.fill(0x78)
  expect(decoder.feed(bytesOf('世\n\n').subarray(2))).toEqual([{ data: '世' }])
})

test('a decoder handed in gets whole characters, and its text is used', () => {
  const seen: string[] = []
  const decodeText = (bytes: Uint8Array): string => {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    seen.push(text)
    return text.toUpperCase()
  }
  expect(decode(every(bytesOf('data: é世🌍\n\n'), 3), { decodeText })).toEqual([])
  expect(seen).toEqual(['dat', 'a: ', 'é', '世', '🌍', '\n\n'])
  expect(decode([bytesOf('data: x\n\n')], { decodeText: () => 'data: y\n\n' })).toEqual([{ data: 'y' }])
})

describe('the end of the input', () => {
  test('delivers an event that lacks only its end, once', () => {
    const decoder = new SSEDecoder()
    decoder.feed('event: a\nid: 1\ndata: x\ndata: y')
    expect(decoder.end()).toEqual([{ event: 'a', data: 'x\ny', id: '1', unterminated: true }])
    expect(decoder.end()).toEqual([])
  })

  test.each(['', 'data: x\n\n', 'event: a\n', 'data', ': comment', 'id: 1\n'])(
    'delivers nothing after %j',
    (text) => {
      const decoder = new SSEDecoder()
      decoder.feed(text)
      expect(decoder.end()).toEqual([])
    },
  )

  test.each(['event: response.comp', 'id: 1', 'retry: 30'])(
    'takes no part of a field for the whole: %j',
    (line) => {
      const decoder = new SSEDecoder()
      decoder.feed(`data: x\n${line}`)
      expect(decoder.end()).toEqual([{ data: 'x', unterminated: true }])
      expect([decoder.lastEventId, decoder.retry]).toEqual(['', undefined])
    },
  )

  test('replaces a character that was cut', () => {
    expect(decode([bytesOf('data: 世').subarray(0, -1)])).toEqual([{ data: '\uFFFD', unterminated: true }])
  })

  test('is final: more input is an error that says so', () => {
    const decoder = new SSEDecoder()
    decoder.end()
    expect(() => decoder.feed('')).toThrow(
      new MillraceError('decoder_ended', 'This decoder has ended; use a new one.'),
    )
  })
})

test('a chunk that is neither bytes nor text is refused, and harms nothing', () => {
  const decoder = new SSEDecoder()
  const feed = decoder.feed.bind(decoder) as (chunk: unknown) => unknown
  for (const chunk of [undefined, null, 1, {}, new ArrayBuffer(1), [1]]) {
    expect(() => feed(chunk)).toThrow(
      new MillraceError('invalid_chunk', 'A chunk must be bytes or a string.'),
    )
  }
  expect(decoder.feed(bytesOf('data: still good\n\n'))).toEqual([{ data: 'still good' }])
})

describe('the limit', () => {
  test('counts the bytes of one event without its closing blank line', () => {
    const bytes = bytesOf('data: é\n\n')
    expect(decode([bytes, bytes], { maxEventSize: 9 })).toEqual([{ data: 'é' }, { data: 'é' }])
    expect(() => decode([bytes], { maxEventSize: 8 })).toThrow(new EventTooLargeError(8, 9))
  })

  test('counts the units of strings', () => {
    expect(decode(['data: é\n\n'], { maxEventSize: 8 })).toEqual([{ data: 'é' }])
    expect(() => decode(['data: é\n\n'], { maxEventSize: 7 })).toThrow(new EventTooLargeError(7, 8))
  })

  test('does not count a byte order mark', () => {
    expect(decode([bytesOf('\uFEFFdata: x\n\n')], { maxEventSize: 8 })).toEqual([{ data: 'x' }])
  })

  test('does not count the rest of a line end that closed the event before', () => {
    expect(decode(['data: x\r\r', '\ndata: y\n\n'], { maxEventSize: 8 })).toEqual([
      { data: 'x' },
      { data: 'y' },
    ])
  })

  test('is checked while a line never ends', () => {
    const decoder = new SSEDecoder({ maxEventSize: 10 })
    decoder.feed(bytesOf('data: xxxx'))
    const error = new EventTooLargeError(10, 11)
    expect(() => decoder.feed(bytesOf('x'))).toThrow(error)
    expect(() => decoder.feed(bytesOf('\n\n'))).toThrow(error)
    expect(() => decoder.end()).toThrow(error)
  })

  test('is checked while an event of short lines, or of comments, never ends', () => {
    for (const line of ['data: x\n', ':\n']) {
      const decoder = new SSEDecoder({ maxEventSize: 20 })
      expect(() => every(line.repeat(11), 2).map((chunk) => decoder.feed(chunk))).toThrow(EventTooLargeError)
    }
  })

  test('lets the events go out that came before in the same chunk', () => {
    const decoder = new SSEDecoder({ maxEventSize: 10 })
    expect(decoder.feed('data: x\n\ndata: too large\n\ndata: y\n\n')).toEqual([{ data: 'x' }])
    expect(() => decoder.feed('')).toThrow(new EventTooLargeError(10, 16))
  })

  test('lets nothing out that comes after, in the same chunk', () => {
    const decoder = new SSEDecoder({ maxEventSize: 40_000 })
    const bytes = bytesOf(`data: x\n\ndata: ${'y'.repeat(50_000)}\n\n${'data: z\n\n'.repeat(10_000)}`)
    expect(decoder.feed(bytes)).toEqual([{ data: 'x' }])
    expect(() => decoder.end()).toThrow(new EventTooLargeError(40_000, 50_007))
  })

  test('of 0 is none', () => {
    const data = 'x'.repeat(1000)
    expect(decode([`data: ${data}\n\n`], { maxEventSize: 0 })).toEqual([{ data }])
  })
})

describe('notices', () => {
  test.each<[string, [SSERule, string][]]>([
    ['event: a\ndata: x\n\n: c\n\n', []],
    ['\uFEFFdata: x\n\n', [['sse-bom', 'The stream begins with a byte order mark.']]],
    ['data: x\r\n\r\ndata: y\r\n\r\n', [['sse-carriage-return', 'Lines end with CR or CRLF.']]],
    ['data: x\ndata: y\ndata: z\n\n', [['sse-multi-line-data', 'An event has several data lines.']]],
    ['event: ping\n\n', [['sse-empty-data', 'Event "ping" has no data.']]],
    ['data:\n\n', [['sse-empty-data', 'Event "" has no data.']]],
    ['id: 1\n\n', [['sse-id-field', 'An event has an id.']]],
    ['retry: 3000\n\n', [['sse-retry-field', 'The server sets retry to "3000".']]],
    ['{"error": 1}\n\n', [['sse-unknown-field', 'Unknown field "{\\"error\\"".']]],
    [`${'y'.repeat(60)}\n\n`, [['sse-unknown-field', `Unknown field "${'y'.repeat(40)}".`]]],
    ['data: x', [['sse-unterminated-final-event', 'The last event lacks its closing blank line.']]],
    ['data: \uFFFD\n\n', []],
  ])('%j', (text, expected) => {
    expect(notices([bytesOf(text)])).toEqual(expected)
    expect(notices(every(bytesOf(text), 1))).toEqual(expected)
  })

  test('invalid UTF-8', () => {
    const bytes = Uint8Array.from([...bytesOf('data: \uFFFD'), 0xff, ...bytesOf('\n\n')])
    expect(notices([bytes])).toEqual([['invalid-utf8', 'Invalid UTF-8 was replaced by U+FFFD.']])
  })
})
