import { describe, expect, test } from 'vitest'
import { EventTooLargeError } from '../../src/errors/stream-error.js'
import { SSEDecoder, type SSERule } from '../../src/sse/decoder.js'
import { bytesOf, cut, decode, every } from './chunks.js'

// The framing of a small response; what the payloads mean is not the decoder's concern.
const events = ['response.created', 'response.output_text.delta', 'response.completed'].map(
  (type, sequence_number) => ({
    event: type,
    data: JSON.stringify({ type, sequence_number, delta: 'Hi there' }),
  }),
)
const frames = events.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`)
const wire = frames.join('')
const withoutNames = events.map(({ data }) => ({ data }))

function rulesOf(chunks: Iterable<Uint8Array>): SSERule[] {
  const rules = new Set<SSERule>()
  decode(chunks, { onNotice: (rule) => rules.add(rule) })
  return [...rules]
}

describe('B001: the body ends without the closing blank line', () => {
  test.each([
    ['two bytes short', wire.slice(0, -2)],
    ['one byte short', wire.slice(0, -1)],
    ['CR in place of the blank line', `${wire.slice(0, -2)}\r`],
    ['CRLF in place of the blank line', `${wire.slice(0, -2)}\r\n`],
  ])('%s: the last event comes once, marked', (_, text) => {
    const expected = [...events.slice(0, -1), { ...events[2], unterminated: true }]
    expect(decode([text])).toEqual(expected)
    expect(decode(every(bytesOf(text), 1))).toEqual(expected)
    expect(rulesOf([bytesOf(text)])).toContain('sse-unterminated-final-event')
  })

  test('a closed body gives nothing at its end', () => {
    const decoder = new SSEDecoder()
    expect(decoder.feed(wire)).toEqual(events)
    expect(decoder.end()).toEqual([])
  })
})

test('B003: CR and LF of one line end in different chunks are one line end', () => {
  expect(decode(['data: A\r\n', 'data: B\r', '\ndata: C\r\n', '\r\n'])).toEqual([{ data: 'A\nB\nC' }])
  expect(decode(['data: A\r', '', '\ndata: B\r', '', '\n\n'])).toEqual([{ data: 'A\nB' }])
  for (let at = 0; at <= wire.length * 1.1; at++) {
    const text = wire.replaceAll('\n', '\r\n')
    expect(decode(cut(bytesOf(text), [at]))).toEqual(events)
  }
})

describe('B004: CR alone ends lines', () => {
  test('an event ended by two CRs comes at once, in one chunk or two', () => {
    expect(new SSEDecoder().feed('data: x\r\r')).toEqual([{ data: 'x' }])
    const decoder = new SSEDecoder()
    expect(decoder.feed('data: x\r')).toEqual([])
    expect(decoder.feed('\r')).toEqual([{ data: 'x' }])
    expect(decoder.end()).toEqual([])
  })

  test('a LF after them belongs to the second', () => {
    const decoder = new SSEDecoder()
    expect(decoder.feed('data: x\r\r')).toEqual([{ data: 'x' }])
    expect(decoder.feed('\ndata: y\n\n')).toEqual([{ data: 'y' }])
  })

  test('an event ended by two LFs comes at once', () => {
    expect(new SSEDecoder().feed(bytesOf('data: x\n\n'))).toEqual([{ data: 'x' }])
  })
})

test('B005: CRLF, and line ends mixed within one event, give the same events at the same time', () => {
  const decoder = new SSEDecoder()
  const timely = frames.map((frame) => decoder.feed(bytesOf(frame.replaceAll('\n', '\r\n'))))
  expect(timely).toEqual(events.map((event) => [event]))
  expect(decode(['event: a\r\ndata: b\n\r\n'])).toEqual([{ event: 'a', data: 'b' }])
})

describe('B006: characters cut by chunks', () => {
  const text = 'héllo 世界 🌍 “x”'

  test('in any two parts, and byte by byte, nothing is lost', () => {
    const bytes = bytesOf(`data: ${text}\n\n`)
    for (let at = 0; at <= bytes.length; at++) expect(decode(cut(bytes, [at]))).toEqual([{ data: text }])
    expect(decode(every(bytes, 1))).toEqual([{ data: text }])
    expect(rulesOf(every(bytes, 1))).toEqual([])
  })

  test('invalid UTF-8 is replaced and noticed', () => {
    const bytes = Uint8Array.from([...bytesOf('data: a'), 0xe4, 0xb8, 0x2e, 0xff, ...bytesOf('\n\n')])
    expect(decode([bytes])).toEqual([{ data: 'a\uFFFD.\uFFFD' }])
    expect(rulesOf([bytes])).toEqual(['invalid-utf8'])
  })
})

test('B010: data lines are joined by one LF', () => {
  const pretty = events.map(({ data }) => JSON.stringify(JSON.parse(data), null, 1))
  const text = pretty.map((data) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`).join('')
  expect(decode([text])).toEqual(pretty.map((data) => ({ data })))
})

test.each(['event: ping\n\n', 'event: ping\ndata:\n\n', 'data\n\n'])(
  'B011: %j is no event, and its name does not leak',
  (ping) => {
    expect(decode([bytesOf(ping + wire)])).toEqual(events)
    expect(decode([bytesOf(`${ping}data: x\n\n`)])).toEqual([{ data: 'x' }])
  },
)

describe('B012: what heartbeats of servers by the book contain', () => {
  test('a retry alone is known out of band', () => {
    const decoder = new SSEDecoder()
    expect(decoder.feed(`retry: 3000\n\n${wire}`)).toEqual(events)
    expect(decoder.retry).toBe(3000)
  })

  test('comments after an id dispatch nothing', () => {
    const text = frames.map((frame, index) => `id: ${index}\n${frame}: hb\n\n`).join('')
    expect(decode([text])).toEqual(events.map((event, index) => ({ ...event, id: String(index) })))
  })
})

describe('B013: a byte order mark', () => {
  const text = events.map(({ data }) => `data: ${data}\n\n`).join('')

  test('at the start is dropped, also when it is cut', () => {
    expect(decode([bytesOf(`\uFEFF${text}`)])).toEqual(withoutNames)
    expect(decode(every(bytesOf(`\uFEFF${text}`), 1))).toEqual(withoutNames)
    expect(decode([`\uFEFF${text}`])).toEqual(withoutNames)
  })

  test('later is data', () => {
    expect(decode([bytesOf('\uFEFFdata: \uFEFFx\n\n\uFEFFdata: y\n\n')])).toEqual([{ data: '\uFEFFx' }])
    expect(decode([bytesOf('\uFEFF'), bytesOf('\uFEFFdata: x\n\n')])).toEqual([])
  })
})

test('B015: a stream of data lines only gives events without names', () => {
  expect(decode([events.map(({ data }) => `data: ${data}\n\n`).join('')])).toEqual(withoutNames)
})

test('B016: the name is that of the event line, whatever the payload says', () => {
  expect(decode(['event: message\ndata: {"type":"response.created"}\n\n'])).toEqual([
    { event: 'message', data: '{"type":"response.created"}' },
  ])
})

test('B017: the sentinel is an event like any other', () => {
  expect(decode([`${wire}data: [DONE]\n\ndata:[DONE]\n\ndata: [DONE] \n\n`])).toEqual([
    ...events,
    { data: '[DONE]' },
    { data: '[DONE]' },
    { data: '[DONE] ' },
  ])
})

const mebibyte = 1024 * 1024

test.each([3, 24])('B020: an event of %d MiB in chunks of 16 KiB passes under the default limit', (size) => {
  const data = 'QUJD'.repeat((size * mebibyte) / 4)
  expect(decode(every(bytesOf(`data: ${data}\n\n${wire}`), 16384))).toEqual([{ data }, ...events])
})

test('B021: an endless line fails as soon as the limit is passed', () => {
  const decoder = new SSEDecoder()
  const chunk = bytesOf('x'.repeat(mebibyte))
  let fed = 0
  expect(() => {
    for (; fed < 200; fed++) decoder.feed(chunk)
  }).toThrow(new EventTooLargeError(64 * mebibyte, 65 * mebibyte))
  expect(fed).toBe(64)
})

describe('B023: time is linear', () => {
  /** CPU time in ms, the least of several runs: other work on the machine only ever adds. */
  function leastTime(chunks: () => Iterable<Uint8Array>, runs = 4): number {
    const times = Array.from({ length: runs }, () => {
      const start = process.cpuUsage()
      const decoder = new SSEDecoder()
      for (const chunk of chunks()) decoder.feed(chunk)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    })
    return Math.min(...times)
  }

  function inOneChunk(text: string): (count: number) => () => Uint8Array[] {
    return (count) => {
      const chunks = [bytesOf(text.repeat(count))]
      return () => chunks
    }
  }

  /** One event, without making millions of chunks in advance. */
  function* inChunksOf(chunk: Uint8Array, count: number): Iterable<Uint8Array> {
    yield bytesOf('data: ')
    for (let index = 0; index < count; index++) yield chunk
    yield bytesOf('\n\n')
  }

  const kibibyte = bytesOf('x'.repeat(1024))
  const byte = bytesOf('x')

  test.each<[string, number, (count: number) => () => Iterable<Uint8Array>]>([
    ['50,000 events in one chunk', 6250, inOneChunk('event: a\ndata: {"delta":"x"}\n\n')],
    ['one event in chunks of 1 KiB', 2048, (count) => () => inChunksOf(kibibyte, count)],
    ['one event in chunks of one byte', mebibyte / 8, (count) => () => inChunksOf(byte, count)],
    ['lines without a colon', 50_000, inOneChunk('data\n')],
    ['CR alone', 50_000, inOneChunk('data: x\r')],
    ['CRLF', 20_000, inOneChunk('data: x\r\n\r\n')],
    ['characters that are not ASCII', 20_000, inOneChunk('data: 世\n\n')],
  ])('%s', (_, count, input) => {
    const once = input(count)
    const eightTimes = input(8 * count)
    leastTime(once)
    // Linear is 8, quadratic 64; between them lies what the garbage collector makes of more events.
    expect(leastTime(eightTimes) / leastTime(once)).toBeLessThan(32)
  })

  test('an event of 4 MiB in chunks of one byte takes seconds, not minutes', { retry: 2 }, () => {
    // 1 to 2 s where nothing else runs; in time that grows with the square it would be hours.
    expect(leastTime(() => inChunksOf(byte, 4 * mebibyte), 1)).toBeLessThan(10_000)
    const decoder = new SSEDecoder()
    const lengths = [...inChunksOf(kibibyte, 4096)]
      .flatMap((chunk) => decoder.feed(chunk))
      .map(({ data }) => data.length)
    expect(lengths).toEqual([4 * mebibyte])
  })
})
