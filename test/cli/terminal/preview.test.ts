import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { growingRows } from '../../../src/cli/render/growing.js'
import { createScreen } from '../../../src/cli/terminal/screen.js'
import { openPartial } from '../../../src/structured/partial-value.js'
import { emulatedScreen } from '../emulated-screen.js'
import { fakeTerminal, type FakeOptions } from '../fake-terminal.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const plain = { NO_COLOR: '1' }

function previewed(options: FakeOptions) {
  const terminal = fakeTerminal({ env: plain, ...options })
  const screen = createScreen(terminal.context, { status: () => ['busy'] })
  let rows: readonly string[] = []
  const stop = screen.preview(() => rows)
  const show = (...next: string[]) => {
    rows = next
    vi.advanceTimersByTime(100)
    return terminal.screen()
  }
  return { terminal, screen, stop, show }
}

test('it grows and shrinks in its place, with the status line below it', () => {
  const { terminal, stop, show } = previewed({ terminal: 'both' })
  const seen = [show(), show('a', 'b'), show('a', 'bc', 'd'), show('x')]
  stop()
  expect([...seen, terminal.screen()]).toEqual([
    ['busy'],
    ['a', 'b', 'busy'],
    ['a', 'bc', 'd', 'busy'],
    ['x', 'busy'],
    [''],
  ])
})

test('its writes: up to its first row, every row over the old one, the rest erased', () => {
  const { terminal, show } = previewed({ terminal: 'stdout' })
  show('a', 'b')
  show('a', 'b')
  show('c')
  expect(terminal.writes).toEqual(['a\u001b[K\nb\u001b[K\n\u001b[J', '\r\u001b[2Ac\u001b[K\n\u001b[J'])
})

test('it is dim, for it is not final', () => {
  const { terminal, show } = previewed({ terminal: 'stdout', env: {} })
  show('a')
  expect(terminal.out()).toBe('\u001b[2ma\u001b[22m\u001b[K\n\u001b[J')
})

test('what is said meanwhile takes its place, and it stands below that with its next change', () => {
  const { terminal, screen, show } = previewed({ terminal: 'both' })
  show('a')
  screen.note(['A tool call'])
  const seen = [terminal.screen(), show('a', 'b')]
  screen.aside({ key: 'thinking', heading: 'Thinking: ', dim: true }, 'hmm')
  seen.push(terminal.screen(), show('a', 'b'), show('a', 'b', 'c'))
  expect(seen).toEqual([
    ['A tool call', ''],
    ['A tool call', '', 'a', 'b', 'busy'],
    ['A tool call', '', 'Thinking: hmm'],
    ['A tool call', '', 'Thinking: hmm'],
    ['A tool call', '', 'Thinking: hmm', '', 'a', 'b', 'c', 'busy'],
  ])
})

test('the final text stands where it stood', async () => {
  const { terminal, screen, stop, show } = previewed({ terminal: 'both' })
  show('a', 'b')
  stop()
  await screen.text('{}')
  await screen.close()
  expect([terminal.screen(), show('late')]).toEqual([
    ['{}', ''],
    ['{}', ''],
  ])
})

test.each([
  { terminal: 'none' },
  { terminal: 'stderr' },
  { terminal: 'both', env: { TERM: 'dumb' } },
] as const)('nothing is shown on %j', async (options) => {
  const { terminal, screen, show } = previewed(options)
  show('a')
  await screen.close()
  expect(terminal.out()).toBe('')
})

test('a terminal that was made narrower is left clean: its rows were broken', () => {
  const { terminal, stop, show } = previewed({ terminal: 'stdout', columns: 40 })
  show('a'.repeat(30))
  Object.assign(terminal.context.stdout, { columns: 20 })
  stop()
  expect(terminal.writes.at(-1)).toBe('\r\u001b[2A\u001b[J')
})

test('a pseudo-terminal without rows and columns is taken for one of 80 by 24', () => {
  const terminal = fakeTerminal({ terminal: 'stdout', columns: 0, rows: 0 })
  const sizes: unknown[] = []
  createScreen(terminal.context).preview((size) => {
    sizes.push(size)
    return []
  })
  vi.advanceTimersByTime(100)
  expect(sizes).toEqual([{ columns: 79, rows: 22 }])
})

test('whatever grows, on whatever screen: what stood above it stays, and in the end only the text is left', async () => {
  const size = { columns: fc.integer({ min: 4, max: 60 }), rows: fc.integer({ min: 2, max: 14 }) }
  const value = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.jsonValue({ maxDepth: 4 }))
  await fc.assert(
    fc.asyncProperty(fc.record({ ...size, value, step: fc.integer({ min: 1, max: 20 }) }), async (given) => {
      const { columns, rows, step } = given
      const text = JSON.stringify(given.value)
      const terminal = fakeTerminal({ terminal: 'both', columns, rows, env: plain })
      const emulated = emulatedScreen(columns, rows)
      const screen = createScreen(terminal.context, { status: () => ['busy'] })
      screen.note(['one', 'two'])
      const partial = openPartial()
      const stop = screen.preview((frame) => growingRows(partial.value, frame))
      let written = 0
      const look = () => {
        for (const each of terminal.writes.slice(written)) emulated.write(each)
        written = terminal.writes.length
        return emulated.lines()
      }
      for (let at = 0; at < text.length; at += step) {
        partial.push(text.slice(at, at + step))
        vi.advanceTimersByTime(100)
        expect(look().slice(0, 2)).toEqual(['one', 'two'])
      }
      stop()
      await screen.text('{}')
      await screen.close()
      expect(look()).toEqual(['one', 'two', '', '{}', ''])
    }),
    { numRuns: 60 },
  )
})
