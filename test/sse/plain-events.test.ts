import { describe, expect, test } from 'vitest'
import { readPlainEvents } from '../../src/sse/plain-events.js'
import type { ServerSentEvent } from '../../src/sse/server-sent-event.js'

function read(text: string, position = 0): [number, ServerSentEvent[]] {
  const events: ServerSentEvent[] = []
  return [readPlainEvents(text, position, events), events]
}

test('blocks of a name and data, or of data alone, are read to the end', () => {
  const text = 'event: a\ndata: 1\n\ndata: 2\n\nevent: b\ndata: 3\n\n'
  expect(read(text)).toEqual([
    text.length,
    [{ event: 'a', data: '1' }, { data: '2' }, { event: 'b', data: '3' }],
  ])
  expect(read(text, 18)).toEqual([text.length, [{ data: '2' }, { event: 'b', data: '3' }]])
})

describe('a block of another form is left where it begins', () => {
  test.each([
    '',
    '\n',
    ': c\ndata: 2\n\n',
    'id: 1\ndata: 2\n\n',
    'data:2\n\n',
    'data: \n\n',
    'data: 2\n',
    'data: 2',
    'data: 2\ndata: 3\n\n',
    'event:a\ndata: 2\n\n',
    'event: \ndata: 2\n\n',
    'event: a\nid: 1\ndata: 2\n\n',
    'event: a\n\n',
    'event: a\n',
    'event: a',
    'events: a\ndata: 2\n\n',
  ])('%j', (rest) => {
    expect(read(`data: 1\n\n${rest}`)).toEqual([9, [{ data: '1' }]])
  })
})
