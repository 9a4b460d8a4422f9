import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import { comment, encodeEvent, encodeSSE, type SSEFields } from '../../src/sse/encoder.js'
import { bytesOf, decode } from './chunks.js'

describe('encodeSSE', () => {
  test.each<[SSEFields, string]>([
    [{ data: 'x' }, 'data: x\n\n'],
    [{ event: 'a', data: 'x' }, 'event: a\ndata: x\n\n'],
    [{ event: '', data: 'x' }, 'data: x\n\n'],
    [{ data: 'two\n\nlines\n' }, 'data: two\ndata: \ndata: lines\ndata: \n\n'],
    [{ data: ' x', id: '', retry: 0 }, 'data:  x\nid: \nretry: 0\n\n'],
    [
      { comment: 'one\r\ntwo\rthree\nfour', event: 'a', data: 'x' },
      ': one\n: two\n: three\n: four\nevent: a\ndata: x\n\n',
    ],
    [{ retry: 3000 }, 'retry: 3000\n\n'],
    [{ id: '7' }, 'id: 7\n\n'],
  ])('%j', (fields, text) => {
    expect(encodeSSE(fields)).toBe(text)
  })

  test.each<[SSEFields, string]>([
    [{ data: 'a\rb' }, 'data must not contain CR, which would read as a line end'],
    [{ event: 'a\nb', data: 'x' }, 'event must not contain CR, LF or NUL: "a\\nb"'],
    [{ event: 'a\rb', data: 'x' }, 'event must not contain CR, LF or NUL: "a\\rb"'],
    [{ event: 'a\0b', data: 'x' }, 'event must not contain CR, LF or NUL: "a\\u0000b"'],
    [{ id: 'a\nb', data: 'x' }, 'id must not contain CR, LF or NUL: "a\\nb"'],
    [{ id: 'a\rb', data: 'x' }, 'id must not contain CR, LF or NUL: "a\\rb"'],
    [{ id: 'a\0b', data: 'x' }, 'id must not contain CR, LF or NUL: "a\\u0000b"'],
    [{ retry: 1.5 }, 'retry must be a whole number of ms, not 1.5'],
    [{ retry: -1 }, 'retry must be a whole number of ms, not -1'],
    [{ retry: Number.NaN }, 'retry must be a whole number of ms, not NaN'],
    [{ event: 'ping' }, 'an event needs data'],
    [{ data: '' }, 'an event needs data'],
    [{}, 'there is nothing to encode'],
    [{ event: '' }, 'there is nothing to encode'],
  ])('refuses %j', (fields, reason) => {
    expect(() => encodeSSE(fields)).toThrow(
      new MillraceError('invalid_sse', `This cannot be sent as a server-sent event: ${reason}.`),
    )
  })

  test('is undone by the decoder', () => {
    const unit = fc.oneof(
      fc.constantFrom(':', ' ', '\uFEFF', '\u2028', '\u0085'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const line = fc.string({ unit }).map((text) => text.replaceAll(/[\r\n\0]/g, ''))
    const event = fc.record(
      {
        event: line.filter((name) => name !== ''),
        data: fc
          .array(line)
          .map((lines) => lines.join('\n'))
          .filter((data) => data !== ''),
        id: line,
        retry: fc.nat(),
      },
      { requiredKeys: ['data'] },
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const text = events.map((fields) => encodeSSE(fields)).join('')
        expect(decode([text])).toEqual(events)
        expect(decode([bytesOf(text)])).toEqual(events)
      }),
    )
  })
})

test('a comment is a block of its own that dispatches nothing', () => {
  expect(comment('keep-alive')).toBe(': keep-alive\n\n')
  expect(comment('')).toBe(': \n\n')
  const comments: string[] = []
  expect(decode([comment('two\nlines')], { onComment: (text) => comments.push(text) })).toEqual([])
  expect(comments).toEqual(['two', 'lines'])
})

describe('encodeEvent', () => {
  const event = { type: 'response.output_text.delta', sequence_number: 4, delta: 'a\r\n"b"' }

  test('writes the type as event line and the JSON as one data line', () => {
    expect(encodeEvent(event)).toBe(
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":4,"delta":"a\\r\\n\\"b\\""}\n\n',
    )
  })

  test('leaves the event line out when told', () => {
    expect(encodeEvent({ type: 'keepalive' }, { eventLine: false })).toBe('data: {"type":"keepalive"}\n\n')
  })

  test('B008: U+2028, U+2029 and U+0085 are escaped and decode to themselves', () => {
    const delta = 'a\u2028b\u2029c\u0085d\u2028'
    const text = encodeEvent({ type: 'x', delta } as { type: string })
    expect(text).toBe('event: x\ndata: {"type":"x","delta":"a\\u2028b\\u2029c\\u0085d\\u2028"}\n\n')
    expect(decode([text]).map(({ data }): unknown => JSON.parse(data))).toEqual([{ type: 'x', delta }])
  })

  test('refuses a type that would break the event line, or none', () => {
    for (const [type, reason] of [
      ['a\nb', 'type must not contain CR, LF or NUL: "a\\nb"'],
      ['', 'the event has no type'],
    ] as const) {
      expect(() => encodeEvent({ type })).toThrow(
        new MillraceError('invalid_sse', `This cannot be sent as a server-sent event: ${reason}.`),
      )
    }
  })

  test('whatever the value, the text is two lines and a blank one and decodes to it', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.string({ unit: fc.constantFrom('\r', '\n', '\u2028', '\u2029', '\u0085', '\\', '"', '世') }),
        (value, text) => {
          const sent = { type: 'x', value, text }
          const wire = encodeEvent(sent)
          expect(wire.split(/[\r\n\u2028\u2029\u0085]/)).toHaveLength(4)
          expect(decode([wire]).map(({ data }): unknown => JSON.parse(data))).toEqual([
            JSON.parse(JSON.stringify(sent)),
          ])
        },
      ),
    )
  })
})
