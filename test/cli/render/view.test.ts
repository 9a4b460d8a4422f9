import { expect, test } from 'vitest'
import { createView } from '../../../src/cli/render/view.js'
import { createScreen } from '../../../src/cli/terminal/screen.js'
import type { ResponseOutputItem } from '../../../src/events/items/output-item.js'
import type { ResponseStreamEvent } from '../../../src/events/union.js'
import {
  functionCallAdded,
  functionCallDone,
  itemAdded,
  itemDone,
  reasoningAdded,
  reasoningDone,
  refusalDelta,
  summaryDelta,
} from '../../../src/testing/event-builders.js'
import { functionCall, message, response } from '../../../src/testing/response-builders.js'
import { fakeTerminal } from '../fake-terminal.js'

/** A piece of text for stdout, or an event. */
type Step = string | ResponseStreamEvent

const final = (
  output: ResponseOutputItem[],
  output_text = '',
  status: 'completed' | 'incomplete' = 'completed',
) => ({
  ...response(status, output),
  output,
  output_text,
})

async function played(
  steps: readonly Step[],
  end: Parameters<ReturnType<typeof createView>['finish']>[0],
  terminal: 'none' | 'both' = 'none',
) {
  const fake = fakeTerminal({ terminal, columns: 40, env: { NO_COLOR: '1' } })
  const screen = createScreen(fake.context)
  const view = createView(screen)
  for (const step of steps) {
    if (typeof step === 'string') await screen.text(step)
    else view.event(step)
  }
  await view.finish(end)
  await screen.close()
  return fake
}

const refusal = { type: 'refusal' as const, refusal: 'I cannot.' }

test('reasoning as it arrives, a call when it is done, the text: on one terminal of 40 columns', async () => {
  const steps = [
    reasoningAdded(0),
    summaryDelta(0, 0, 'Look '),
    summaryDelta(0, 0, 'it up.'),
    reasoningDone(0, ['Look it up.']),
    functionCallAdded(1),
    functionCallDone(1, '{"city":"Paris"}'),
    itemAdded(2),
    'It is ',
    'sunny.',
    itemDone(2, 'It is sunny.'),
  ]
  const output = [functionCall(1, '{"city":"Paris"}'), message(2, 'It is sunny.')]
  const { screen, out } = await played(steps, final(output, 'It is sunny.'), 'both')
  expect(screen()).toEqual([
    'Thinking:',
    'Look it up.',
    '',
    'Tool call: f1 (call_1)',
    '  city: "Paris"',
    '',
    'It is sunny.',
    '',
  ])
  expect(out()).toBe('It is sunny.\n')
})

test('the parts of a summary stand apart, and it is not printed again when it is done', async () => {
  const steps = [
    reasoningAdded(0),
    summaryDelta(0, 0, 'A'),
    summaryDelta(0, 1, 'B'),
    summaryDelta(0, 1, 'C'),
    reasoningDone(0, ['A', 'BC']),
  ]
  expect((await played(steps, final([]))).err()).toBe('Thinking:\nA\n\nBC\n')
})

test('a summary that was never streamed is printed when its item is done', async () => {
  expect((await played([reasoningAdded(0), reasoningDone(0, ['A', 'B'])], final([]))).err()).toBe(
    'Thinking:\nA\n\nB\n',
  )
})

test('a refusal is said on stderr as it arrives', async () => {
  const item = { ...message(0, ''), content: [refusal] }
  const { out, err } = await played(
    [itemAdded(0), refusalDelta(0, 0, 'I '), refusalDelta(0, 0, 'cannot.'), itemDone(0, item)],
    final([item]),
  )
  expect([out(), err()]).toEqual(['', 'Refusal: I cannot.\n'])
})

test('the end brings what no event has brought: text, items, sources', async () => {
  const cited = {
    ...message(1, 'Hi there'),
    content: [
      {
        type: 'output_text' as const,
        text: 'Hi there',
        annotations: [
          {
            type: 'url_citation' as const,
            url: 'https://a.example',
            title: 'A',
            start_index: 0,
            end_index: 2,
          },
        ],
      },
    ],
  }
  const { out, err } = await played(['Hi'], final([functionCall(0, '{}'), cited], 'Hi there'))
  expect([out(), err()]).toEqual([
    'Hi there\n',
    'Tool call: f0 (call_0)\n\nSources:\n  1. A\n     https://a.example\n',
  ])
})

test('an item that is open at the end is shown as far as it came', async () => {
  const { err } = await played([functionCallAdded(0)], final([functionCall(0, '{"ci')], '', 'incomplete'))
  expect(err()).toBe('Tool call: f0 (call_0)\n  {"ci\n  (cut off)\n')
})

test('text that the server replaced cannot be taken back, but is not passed over in silence', async () => {
  const { out, err } = await played(['Hello '], final([message(0, 'Hallo')], 'Hallo'))
  expect([out(), err()]).toEqual([
    'Hello \n',
    'The final text differs from what was printed as it arrived; --json shows both.\n',
  ])
})

test('a stream that failed before the first event leaves nothing to show', async () => {
  const { out, err } = await played([], undefined)
  expect([out(), err()]).toEqual(['', ''])
})
