import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../../src/errors/stream-error.js'
import { DONE, parseEvent, type ParseRule } from '../../src/events/parse.js'
import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'

/** The event in a frame, and the rules it gave notice of. */
function parse(data: unknown, frame: Omit<ServerSentEvent, 'data'> = {}) {
  const rules: ParseRule[] = []
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const event = parseEvent({ ...frame, data: text }, { onNotice: (rule) => void rules.push(rule) })
  return { event, rules }
}

const delta = {
  type: 'response.output_text.delta',
  sequence_number: 4,
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  delta: 'Hi',
  logprobs: [],
}
const response = {
  id: 'resp_t',
  object: 'response',
  created_at: 1,
  model: 'm-test',
  status: 'completed',
  output: [],
}

test('an event is what JSON.parse gives, with or without an event line', () => {
  expect(parse(delta)).toEqual({ event: delta, rules: [] })
  expect(parse(delta, { event: delta.type })).toEqual({ event: delta, rules: [] })
})

test('fields that no type names are kept', () => {
  const event = { ...delta, obfuscation: 'x', vendor: { a: [1] } }
  expect(parse(event)).toEqual({ event, rules: [] })
})

describe('B011: an event without data', () => {
  test.each(['', ' ', '\n', '\t \n'])('%j gives nothing', (data) => {
    expect(parse(data, { event: 'ping' })).toEqual({ event: undefined, rules: [] })
  })
})

describe('B016: the event line and the JSON type', () => {
  test('the JSON type wins over an event line that differs', () => {
    expect(parse(delta, { event: 'message' })).toEqual({ event: delta, rules: ['event-name-mismatch'] })
  })

  test('a missing type is filled from the event line', () => {
    const { type, ...rest } = delta
    expect(parse(rest, { event: type })).toEqual({ event: delta, rules: ['type-missing'] })
    expect(parse({ ...rest, type: '' }, { event: type })).toEqual({ event: delta, rules: ['type-missing'] })
    expect(parse({ ...rest, type: null }, { event: type })).toEqual({ event: delta, rules: ['type-missing'] })
  })

  test('without either the event has the name that an event stream gives it, and is unknown', () => {
    expect(parse({ hello: 1 })).toEqual({
      event: { hello: 1, type: 'message' },
      rules: ['type-missing', 'unknown-event'],
    })
  })

  test('a bare Response is wrapped under the name of the event line', () => {
    expect(parse(response, { event: 'response.created' })).toEqual({
      event: { type: 'response.created', response },
      rules: ['response-unwrapped'],
    })
  })

  test('a bare Response with a type of its own is wrapped too, and its sequence number lifted', () => {
    const bare = { ...response, type: 'response.completed', sequence_number: 9 }
    expect(parse(bare)).toEqual({
      event: { type: 'response.completed', response: bare, sequence_number: 9 },
      rules: ['response-unwrapped'],
    })
  })

  test.each([
    ['completed', 'response.completed'],
    ['failed', 'response.failed'],
    ['cancelled', 'response.failed'],
    ['incomplete', 'response.incomplete'],
    ['in_progress', 'response.in_progress'],
    ['queued', 'response.in_progress'],
    [undefined, 'response.in_progress'],
    ['constructor', 'response.in_progress'],
  ])('a bare Response of status %s without a usable name is wrapped as %s', (status, type) => {
    const bare = JSON.parse(JSON.stringify({ ...response, status }))
    const expected = { event: { type, response: bare }, rules: ['response-unwrapped'] }
    expect(parse(bare)).toEqual(expected)
    expect(parse(bare, { event: 'message' })).toEqual(expected)
    expect(parse(bare, { event: 'response.output_text.delta' })).toEqual(expected)
  })

  test('the notice of a bare Response names the field that is missing', () => {
    const messages: string[] = []
    parseEvent(
      { event: 'response.created', data: JSON.stringify(response) },
      { onNotice: (_rule, message) => messages.push(message) },
    )
    expect(messages).toEqual(['response.created has no "response": the bare Response was wrapped.'])
  })
})

describe('B017: the sentinel', () => {
  test.each(['[DONE]', ' [DONE]', '[DONE] ', '\n[DONE]\n'])('%j is recognised', (data) => {
    expect(parse(data)).toEqual({ event: DONE, rules: [] })
  })

  test.each(['[DONE] ok', '"[DONE]"', '[done]', '["DONE"]'])('%j is not the sentinel', (data) => {
    expect(parse(data)).toEqual({ event: undefined, rules: ['not-an-object'] })
  })
})

describe('B043: the two forms of an error', () => {
  const fields = { code: 'rate_limit_exceeded', message: 'slow down', param: null }
  const error = { type: 'requests', ...fields }

  test('flat fields stay as they are', () => {
    const event = { type: 'error', sequence_number: 5, ...fields }
    expect(parse(event)).toEqual({ event, rules: [] })
  })

  test('a flat error keeps a null code', () => {
    const event = { type: 'error', sequence_number: 5, ...fields, code: null }
    expect(parse(event)).toEqual({ event, rules: [] })
  })

  test('a nested error also gets the flat fields', () => {
    const event = { type: 'error', sequence_number: 5, error }
    expect(parse(event)).toEqual({ event: { ...event, ...fields }, rules: [] })
    expect(parse({ ...event, code: null })).toEqual({ event: { ...event, ...fields }, rules: [] })
  })

  test('what a nested error leaves out is null, its message empty', () => {
    const event = { type: 'error', error: { resets_in_seconds: 9568 } }
    expect(parse(event)).toEqual({ event: { ...event, code: null, message: '', param: null }, rules: [] })
  })

  test('flat fields beside a nested error win', () => {
    const event = { type: 'error', message: 'flat', error }
    expect(parse(event)).toEqual({ event: { ...event, ...fields, message: 'flat' }, rules: [] })
  })

  test('an error that is only a string becomes the message', () => {
    const event = { type: 'error', error: 'boom' }
    expect(parse(event)).toEqual({ event: { ...event, code: null, message: 'boom', param: null }, rules: [] })
  })

  test.each(['error', 'message', undefined])(
    'a nested error without a type, event line %s, gets one',
    (event) => {
      expect(parse({ sequence_number: 5, error }, event === undefined ? {} : { event })).toEqual({
        event: { sequence_number: 5, error, type: 'error', ...fields },
        rules: ['error-unwrapped'],
      })
    },
  )

  test('a string under error is an error too', () => {
    expect(parse({ error: 'boom' })).toEqual({
      event: { type: 'error', error: 'boom', code: null, message: 'boom', param: null },
      rules: ['error-unwrapped'],
    })
  })

  test('a flat error without a type gets it from the event line', () => {
    expect(parse(fields, { event: 'error' })).toEqual({
      event: { ...fields, type: 'error' },
      rules: ['type-missing'],
    })
  })

  test('under an error event line the type may be the kind of error', () => {
    expect(parse(error, { event: 'error' })).toEqual({
      event: { type: 'error', error, ...fields },
      rules: ['error-unwrapped'],
    })
  })

  test('a response that carries an error is no error event', () => {
    const failed = { ...response, status: 'failed', error }
    expect(parse(failed, { event: 'response.failed' })).toEqual({
      event: { type: 'response.failed', response: failed },
      rules: ['response-unwrapped'],
    })
  })

  test('response.error is an alias and gets the same fields', () => {
    expect(parse({ type: 'response.error', error })).toEqual({
      event: { type: 'response.error', error, ...fields },
      rules: ['vendor-alias'],
    })
  })
})

describe('B060: unknown types', () => {
  test.each([
    'response.future_thing.delta',
    'acme:thing',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
  ])('%s passes as it is', (type) => {
    const event = { type, sequence_number: 99, delta: 'x', item_id: 'msg_0', output_index: 0 }
    expect(parse(event)).toEqual({ event, rules: ['unknown-event'] })
  })

  test('an event line that differs is told as well', () => {
    const event = { type: 'acme:thing' }
    expect(parse(event, { event: 'message' })).toEqual({
      event,
      rules: ['event-name-mismatch', 'unknown-event'],
    })
  })
})

test('a key named __proto__ stays a field and changes no prototype', () => {
  const { event } = parse('{"type":"keepalive","__proto__":{"polluted":true}}')
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype)
  expect(JSON.stringify(event)).toBe('{"type":"keepalive","__proto__":{"polluted":true}}')
})

test('an alias passes as it was sent, with a notice', () => {
  const event = { type: 'response.reasoning_part.added', item_id: 'rs_0', output_index: 0, content_index: 0 }
  expect(parse(event)).toEqual({ event, rules: ['vendor-alias'] })
})

describe('data that is no JSON object', () => {
  test.each(['ping', '[]', '[{"type":"keepalive"}]', '42', 'null', '"text"', 'true', '<html>'])(
    '%s is passed over with a notice',
    (data) => {
      expect(parse(data)).toEqual({ event: undefined, rules: ['not-an-object'] })
    },
  )

  test('what begins like an object but is none fails, and says what it was', () => {
    const data = `{"type":"response.output_text.delta","delta":"${'x'.repeat(100)}`
    const failure = expectThrown(() => parse(data, { event: 'response.output_text.delta' }))
    expect(failure).toBeInstanceOf(ProtocolError)
    expect(failure).toMatchObject({
      code: 'protocol_error',
      rule: 'invalid-json',
      retryable: false,
      message:
        `The data of event response.output_text.delta is not valid JSON: ${JSON.stringify(`${data.slice(0, 80)}…`)} ` +
        'What arrived before it is in the snapshot of this error.',
    })
    expect(failure).toHaveProperty('cause', expect.any(SyntaxError))
  })

  test('two objects in one payload are no event', () => {
    expect(expectThrown(() => parse('{"type":"keepalive"}{"type":"keepalive"}'))).toMatchObject({
      message:
        'The data of an event is not valid JSON: "{\\"type\\":\\"keepalive\\"}{\\"type\\":\\"keepalive\\"}" ' +
        'What arrived before it is in the snapshot of this error.',
    })
  })

  test('B001: an event that the end of the stream cut is passed over, a whole one is not', () => {
    expect(parse('{"type":"keepal', { unterminated: true })).toEqual({
      event: undefined,
      rules: ['truncated-json'],
    })
    expect(parse({ type: 'keepalive' }, { unterminated: true })).toEqual({
      event: { type: 'keepalive' },
      rules: [],
    })
  })
})

describe('whatever the bytes say', () => {
  test('an object with a type that needs no repair comes out as it went in', () => {
    const object = fc.record(
      { type: fc.string({ minLength: 1 }), a: fc.jsonValue(), object: fc.jsonValue() },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(object, (value) => {
        const text = JSON.stringify(value)
        expect(JSON.stringify(parseEvent({ data: text }))).toBe(text)
      }),
    )
  })

  test('any JSON gives an object or nothing, and only a broken object throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string()),
        fc.option(fc.string(), { nil: undefined }),
        (data, event) => {
          let result: unknown
          try {
            result = parseEvent(event === undefined ? { data } : { data, event })
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError)
            expect(data.trimStart().startsWith('{')).toBe(true)
            return
          }
          if (result === undefined || result === DONE) return
          expect(result).toHaveProperty('type', expect.any(String))
        },
      ),
    )
  })
})

function expectThrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}
