import { expect, test } from 'vitest'
import { styleFor } from '../../../src/cli/terminal/style.js'
import { fakeTerminal } from '../fake-terminal.js'

const dimmed = (terminal: 'stderr' | 'none', env: Record<string, string> = {}) => {
  const { context } = fakeTerminal({ terminal, env })
  return styleFor(context.stderr, context.env).dim('text')
}

test('dim on a terminal, plain in a pipe, with NO_COLOR and on a dumb terminal', () => {
  const all = [
    dimmed('stderr'),
    dimmed('none'),
    dimmed('stderr', { NO_COLOR: '1' }),
    dimmed('stderr', { NO_COLOR: '' }),
    dimmed('stderr', { TERM: 'dumb' }),
  ]
  expect(all).toEqual(['\u001b[2mtext\u001b[22m', 'text', 'text', '\u001b[2mtext\u001b[22m', 'text'])
})
