import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStatusLine, fitSegments } from '../../../src/cli/terminal/status-line.js'
import { displayWidth } from '../../../src/cli/terminal/width.js'
import { fakeTerminal, type FakeOptions } from '../fake-terminal.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function statusLine(options: FakeOptions, mayDraw = () => true) {
  const terminal = fakeTerminal({ env: { NO_COLOR: '1' }, ...options })
  let drawn = 0
  const status = createStatusLine(terminal.context, { segments: () => [`tick ${(drawn += 1)}`], mayDraw })
  return { terminal, status }
}

test('it is redrawn ten times a second and leaves an empty line behind', () => {
  const { terminal, status } = statusLine({ terminal: 'stderr' })
  vi.advanceTimersByTime(1000)
  const during = terminal.screen()
  status.stop()
  vi.advanceTimersByTime(1000)
  expect([during, terminal.screen(), terminal.writes.length]).toEqual([['tick 10'], [''], 11])
})

test('nothing is written where stderr is not a terminal, nor on a dumb one', () => {
  for (const options of [
    { terminal: 'none' },
    { terminal: 'stdout' },
    { terminal: 'stderr', env: { TERM: 'dumb' } },
  ] as const) {
    const { terminal, status } = statusLine(options)
    vi.advanceTimersByTime(1000)
    status.stop()
    expect(terminal.writes).toEqual([])
  }
})

test('it waits while somebody else owns the line', () => {
  let free = false
  const { terminal, status } = statusLine({ terminal: 'stderr' }, () => free)
  vi.advanceTimersByTime(300)
  const before = terminal.writes.length
  free = true
  vi.advanceTimersByTime(100)
  status.stop()
  expect([before, terminal.writes]).toEqual([0, ['\r\u001b[2Ktick 1', '\r\u001b[2K']])
})

test('a line that would look the same is not written again', () => {
  const terminal = fakeTerminal({ terminal: 'stderr' })
  const status = createStatusLine(terminal.context, { segments: () => ['same'], mayDraw: () => true })
  vi.advanceTimersByTime(1000)
  status.stop()
  expect(terminal.writes.length).toBe(2)
})

test('segments that do not fit are left out from the end, and the first two are cut', () => {
  const segments = ['12.3s', 'calling get_current_temperature', '34 events', '~120 tokens']
  const lines = [80, 60, 40, 20, 3].map((columns) => fitSegments(segments, columns))
  expect(lines).toEqual([
    '12.3s · calling get_current_temperature · 34 events · ~120 tokens',
    '12.3s · calling get_current_temperature · 34 events',
    '12.3s · calling get_current_temperature',
    '12.3s · calling get…',
    '12…',
  ])
})

test('on 40 columns it takes 39 at most, whatever the tool is called', () => {
  const segments = ['1m 05s', `calling ${'検索'.repeat(20)}`, '1,234 events']
  const terminal = fakeTerminal({ terminal: 'stderr', columns: 40, env: { NO_COLOR: '1' } })
  createStatusLine(terminal.context, { segments: () => segments, mayDraw: () => true })
  vi.advanceTimersByTime(100)
  expect(terminal.screen().map(displayWidth)).toEqual([38])
})
