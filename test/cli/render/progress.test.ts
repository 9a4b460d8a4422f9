import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from '../../../src/cli/render/progress.js'
import {
  completed,
  created,
  functionCallAdded,
  functionCallDone,
  itemAdded,
  queued,
  reasoningAdded,
  textDelta,
} from '../../../src/testing/event-builders.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is going on, event by event', () => {
  const progress = createProgress()
  const seen = [progress.segments()]
  vi.advanceTimersByTime(1200)
  for (const event of [
    queued(),
    created(),
    reasoningAdded(0),
    functionCallAdded(1),
    functionCallDone(1, '{}'),
    itemAdded(2),
    textDelta(2, 0, 'Hello'),
  ]) {
    progress.event(event)
    seen.push(progress.segments())
  }
  expect(seen).toEqual([
    ['0.0s', 'connecting', '0 events'],
    ['1.2s', 'queued', '1 event'],
    ['1.2s', 'waiting', '2 events'],
    ['1.2s', 'thinking', '3 events'],
    ['1.2s', 'calling f1', '4 events'],
    ['1.2s', 'thinking', '5 events'],
    ['1.2s', 'writing', '6 events'],
    ['1.2s', 'writing', '7 events', '~2 tokens'],
  ])
})

test('tokens are estimated until the server has counted them', () => {
  const progress = createProgress()
  progress.event(textDelta(0, 0, 'Hello there'))
  const estimated = progress.summary()
  const event = completed([])
  progress.event({ ...event, response: { ...event.response, usage: { output_tokens: 1234 } } })
  expect([estimated, progress.summary()]).toEqual([
    '0.0s · 1 event · ~3 tokens',
    '0.0s · 2 events · 1,234 tokens',
  ])
})
