import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScreen, type Screen } from '../../../src/cli/terminal/screen.js'
import { fakeTerminal, type FakeOptions } from '../fake-terminal.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const thinking = { key: 'thinking 0', heading: 'Thinking:\n', dim: true }

async function typical(screen: Screen) {
  screen.aside(thinking, 'Hmm, ')
  screen.aside(thinking, 'well.')
  await screen.text('Hello')
  await screen.text(' there')
  screen.note(['Tool call: f', '  a: 1'])
  await screen.text('.')
  await screen.endText()
  screen.problem(['It failed.'])
  await screen.close()
}

async function played(options: FakeOptions, play = typical) {
  const terminal = fakeTerminal(options)
  await play(createScreen(terminal.context, { status: () => ['busy'] }))
  return terminal
}

test('in pipes, stdout has the text and its newline, stderr the blocks', async () => {
  const terminal = await played({})
  expect([terminal.out(), terminal.err()]).toEqual([
    'Hello there.\n',
    'Thinking:\nHmm, well.\n\nTool call: f\n  a: 1\n\nIt failed.\n',
  ])
})

test('on one terminal, blank lines keep text and blocks apart, and stdout is still exact', async () => {
  const terminal = await played({ terminal: 'both' })
  expect(terminal.screen()).toEqual([
    'Thinking:',
    'Hmm, well.',
    '',
    'Hello there',
    '',
    'Tool call: f',
    '  a: 1',
    '',
    '.',
    '',
    'It failed.',
    '',
  ])
  expect(terminal.out()).toBe('Hello there.\n')
})

test('notes and asides are dim on a terminal, problems and text are not', async () => {
  const terminal = await played({ terminal: 'stderr' })
  expect(terminal.err()).toBe(
    '\u001b[2mThinking:\nHmm, \u001b[22m\u001b[2mwell.\u001b[22m\n\n' +
      '\u001b[2mTool call: f\u001b[22m\n\u001b[2m  a: 1\u001b[22m\n\n' +
      'It failed.\n',
  )
})

test('no newline is added to text that has one, and none to no text', async () => {
  const ends = ['text\n', ''].map(async (text) =>
    (
      await played({}, async (screen) => {
        await screen.text(text)
        await screen.close()
      })
    ).out(),
  )
  expect(await Promise.all(ends)).toEqual(['text\n', ''])
})

test('the status line never stands inside running text, nor in what stays on the screen', async () => {
  const seen: string[][] = []
  const terminal = await played({ terminal: 'both', env: { NO_COLOR: '1' } }, async () => {})
  const screen = createScreen(terminal.context, { status: () => ['busy'] })
  const look = () => {
    vi.advanceTimersByTime(200)
    seen.push(terminal.screen())
  }
  look()
  await screen.text('One\n')
  look()
  screen.rest()
  look()
  await screen.text('Two')
  await screen.close()
  look()
  expect(seen).toEqual([['busy'], ['One', ''], ['One', 'busy'], ['One', 'Two', '']])
})

test('with stdout in a pipe the status line stays while text is written', async () => {
  const terminal = fakeTerminal({ terminal: 'stderr', env: { NO_COLOR: '1' } })
  const screen = createScreen(terminal.context, { status: () => ['busy'] })
  await screen.text('Text')
  vi.advanceTimersByTime(200)
  expect([terminal.out(), terminal.err()]).toEqual(['Text', '\r\u001b[2Kbusy'])
  await screen.close()
})

test('two messages are set off on a terminal and joined in a pipe', async () => {
  const play = async (screen: Screen) => {
    await screen.text('One')
    screen.breakText()
    await screen.text('Two')
    await screen.close()
  }
  const [pipe, terminal] = [await played({}, play), await played({ terminal: 'both' }, play)]
  expect([pipe.out(), terminal.screen()]).toEqual(['OneTwo\n', ['One', '', 'Two', '']])
})

test('control characters reach a pipe as they are and a terminal as symbols', async () => {
  const play = (screen: Screen) => screen.text('\u001b[2Jhi')
  const [pipe, terminal] = [await played({}, play), await played({ terminal: 'stdout' }, play)]
  expect([pipe.out(), terminal.out()]).toEqual(['\u001b[2Jhi', '␛[2Jhi'])
})

test('on a terminal blocks and asides are wrapped between words, commands and the text are not', async () => {
  const play = async (screen: Screen) => {
    screen.aside(thinking, 'A thought')
    screen.aside(thinking, ' that is long.')
    await screen.text('The text as it is.')
    screen.note(['  Indented, as it was.'])
    screen.problem(['It failed, and so:', '    millrace run "Hi" --debug'])
    await screen.close()
  }
  const wide = 'Thinking:\nA thought that is long.\n\n  Indented, as it was.\n\nIt failed, and so:\n'
  const command = '    millrace run "Hi" --debug\n'
  const piped = await played({ columns: 12 }, play)
  expect([piped.out(), piped.err()]).toEqual(['The text as it is.\n', wide + command])
  const terminal = await played({ terminal: 'stderr', columns: 12, env: { NO_COLOR: '1' } }, play)
  expect(terminal.err()).toBe(
    'Thinking:\nA thought\nthat is\nlong.\n\n  Indented,\n  as it was.\n\nIt failed,\nand so:\n' + command,
  )
})
