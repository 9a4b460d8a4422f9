import { expect, test } from 'vitest'
import { setTrace, traceOf } from '../../src/server/trace-context.js'

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

test('the trace of a request is what its headers say, if it can be followed', () => {
  expect(traceOf(new Headers({ traceparent }))).toEqual({ traceparent })
  expect(traceOf(new Headers({ traceparent, tracestate: 'v=1' }))).toEqual({ traceparent, tracestate: 'v=1' })
  expect(traceOf(new Headers({ tracestate: 'v=1' }))).toBeUndefined()
})

test.each([
  '',
  '00-1-2-01',
  `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
])('there is no trace in "%s"', (text) => {
  expect(traceOf(new Headers({ traceparent: text }))).toBeUndefined()
})

test('another trace replaces both headers', () => {
  const headers = new Headers({ traceparent, tracestate: 'v=1' })
  setTrace(headers, { traceparent: 'other' })
  expect([...headers]).toEqual([['traceparent', 'other']])
})
