import { expect, test } from 'vitest'
import { counted, excerpt, formatBytes, formatDuration, splitLines } from '../../../src/cli/render/format.js'

test('durations get coarser as they grow', () => {
  expect([0, 449, 9_999, 10_000, 59_999, 65_000, 3_600_000].map(formatDuration)).toEqual([
    '0.0s',
    '0.4s',
    '9.9s',
    '10s',
    '59s',
    '1m 05s',
    '60m 00s',
  ])
})

test('one of a thing has no s, thousands are grouped', () => {
  expect([counted(1, 'event'), counted(0, 'event'), counted(1234, 'event')]).toEqual([
    '1 event',
    '0 events',
    '1,234 events',
  ])
})

test('bytes in decimal units', () => {
  expect([1, 999, 1000, 999_499, 999_500, 1_234_567].map(formatBytes)).toEqual([
    '1 byte',
    '999 bytes',
    '1 kB',
    '999 kB',
    '1.0 MB',
    '1.2 MB',
  ])
})

test('lines end in LF or CRLF, and a final newline is no line', () => {
  expect([splitLines('a\r\nb\n'), splitLines('a\n\n'), splitLines('')]).toEqual([['a', 'b'], ['a', ''], []])
})

test('an excerpt says how much it leaves out', () => {
  expect([excerpt('a\nb\n', 2), excerpt('a\nb\nc', 2), excerpt('a\nb\nc\nd', 2)]).toEqual([
    ['a', 'b'],
    ['a', 'b', '… 1 more line (--json shows all)'],
    ['a', 'b', '… 2 more lines (--json shows all)'],
  ])
})
