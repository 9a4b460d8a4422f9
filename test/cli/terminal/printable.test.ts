import { expect, test } from 'vitest'
import { printable } from '../../../src/cli/terminal/printable.js'

test('escape sequences are shown instead of obeyed', () => {
  expect(printable('\u001b[2J\u001b]0;title\u0007')).toBe('␛[2J␛]0;title␇')
})

test('tabs and newlines stay, carriage returns go, C1 controls and delete are replaced', () => {
  expect(printable('a\tb\r\nc\u009bd\u007fe')).toBe('a\tb\nc\ufffdd␡e')
})
