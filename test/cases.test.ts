import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MillraceError } from '../src/errors/millrace-error.js'
import { encodeEvent } from '../src/sse/encoder.js'
import { SSEDecoder } from '../src/sse/decoder.js'
import type { ServerSentEvent } from '../src/sse/server-sent-event.js'
import { joinChunks, splitEvery, type Step } from '../src/testing/index.js'
import { expandWire, type ExpandedWire } from './cases/expand.js'
import { actual, expected } from './cases/expectation.js'
import {
  problemsOf,
  readCases,
  type DecoderExpectation,
  type Mode,
  type StreamExpectation,
  type StreamVariant,
  type Variant,
} from './cases/format.js'
import { readRaw, readTextChunks, runStream, type Chunking, type StreamRun } from './cases/run-stream.js'

// Everything that a case says is checked here, and by nothing else: the cases themselves are data.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const cases = readCases()

test('every case is well formed', () => {
  expect(
    cases.flatMap((fieldCase) => problemsOf(fieldCase).map((problem) => `${fieldCase.id}: ${problem}`)),
  ).toEqual([])
})

test('no id is used twice', () => {
  const ids = cases.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

for (const { id, name, variants } of cases) {
  describe(`${id}: ${name}`, () => checkAll(variants))
}

function checkAll(variants: readonly Variant[]): void {
  for (const variant of variants) {
    if ('encode' in variant) {
      test(variant.name, () => expect(encodeEvent(variant.encode)).toBe(variant.expect.encoded))
      continue
    }
    const wire = expandWire(variant)
    const { decoder, tolerant, strict } = variant.expect
    if (decoder !== undefined) checkDecoder(variant.name, wire, decoder)
    if (tolerant !== undefined) checkStream(variant, wire, 'tolerant', tolerant)
    const inStrict = strict === 'same' ? tolerant : strict
    if (inStrict !== undefined) checkStream(variant, wire, 'strict', inStrict)
    if (tolerant !== undefined) checkText(variant, wire, tolerant)
    if (tolerant !== undefined) checkRaw(variant, wire, tolerant)
  }
}

/** Where there are pauses the boundaries mean something, and other chunks would be another wire. */
function chunkingsOf(wire: ExpandedWire, mode: Mode): Chunking[] {
  if (wire.timed) return ['elements']
  if (mode === 'strict') return ['elements', 'whole']
  return wire.plain ? ['elements', 'whole', 'bytes', 'events'] : ['elements', 'whole', 'bytes']
}

function checkStream(
  variant: StreamVariant,
  wire: ExpandedWire,
  mode: Mode,
  expectation: StreamExpectation,
): void {
  for (const chunking of variant.chunkings ?? chunkingsOf(wire, mode)) {
    // Events that are handed in as objects end with the iterable: it neither breaks nor hangs.
    if (chunking === 'events' && variant.end !== undefined && variant.end !== 'eof') continue
    test(`${variant.name}: ${mode}, ${chunking}`, async () => {
      const run = await runStream(variant, wire, mode, chunking)
      expect(actual(run, expectation)).toEqual(expected(variant, wire, expectation))
      expect(checkpointOf(run)).toEqual(run.cursor)
      // A body that is left before its end is cancelled, exactly once; one that ended is not.
      if (variant.end === 'hang') expect(run.body.cancels).toBe(1)
      expect(run.body.cancels).toBeLessThanOrEqual(1)
    })
  }
}

/** What a failed stream offers to go on from; a stream that ended needs nothing. */
function checkpointOf({ failure, cursor }: StreamRun): unknown {
  return failure === undefined ? cursor : (failure as MillraceError).checkpoint?.sequence_number
}

function checkText(variant: StreamVariant, wire: ExpandedWire, expectation: StreamExpectation): void {
  if (typeof expectation.outcome !== 'string') return
  if (expectation.text_chunks !== undefined) {
    test(`${variant.name}: text chunks`, async () => {
      expect(await readTextChunks(variant, wire)).toEqual(expectation.text_chunks)
    })
  } else if (!expectation.diagnostics?.includes('text-replaced')) {
    test(`${variant.name}: text chunks joined are the text`, async () => {
      expect((await readTextChunks(variant, wire)).join('')).toBe(expectation.text)
    })
  }
}

/** The raw stream knows no fold: what only the fold can find does not stop it. */
function checkRaw(variant: StreamVariant, wire: ExpandedWire, expectation: StreamExpectation): void {
  const { outcome } = expectation
  if (typeof outcome === 'object' && outcome.error === 'ProtocolError') return
  test(`${variant.name}: raw`, async () => {
    const { events, failure } = await readRaw(variant, wire)
    expect(events).toEqual(expected(variant, wire, expectation).events)
    expect(failure === undefined ? undefined : (failure as Error).name).toBe(
      typeof outcome === 'object' ? outcome.error : undefined,
    )
  })
}

function checkDecoder(name: string, wire: ExpandedWire, expectation: DecoderExpectation): void {
  test(`${name}: decoder`, () => {
    const notices = new Set<string>()
    const comments: string[] = []
    const decoder = new SSEDecoder({
      onNotice: (rule) => notices.add(rule),
      onComment: (text) => comments.push(text),
    })
    const counts: number[] = []
    const events: ServerSentEvent[] = []
    for (const chunk of chunksOf(wire)) {
      events.push(...decoder.feed(chunk))
      counts.push(events.length)
    }
    events.push(...decoder.end(), ...decoder.end())
    const { after_elements, last_event_id = '', retry } = expectation
    expect(events).toEqual(expectation.events)
    if (after_elements !== undefined) expect(counts).toEqual(after_elements)
    expect(decoder.lastEventId).toBe(last_event_id)
    expect(decoder.retry).toBe(retry)
    expect(comments).toEqual(expectation.comments ?? [])
    expect([...notices].sort()).toEqual(expectation.notices ?? [])
  })

  test.each([1, 2, 3, Infinity])(`${name}: decoder, %d bytes a chunk`, (size) => {
    const bytes = joinChunks(chunksOf(wire))
    const decoder = new SSEDecoder()
    const chunks = size === Infinity ? [bytes] : splitEvery([bytes], size)
    expect([...chunks.flatMap((chunk) => decoder.feed(chunk)), ...decoder.end()]).toEqual(expectation.events)
  })
}

function chunksOf(wire: ExpandedWire): Uint8Array[] {
  return wire.steps.filter((step: Step) => step instanceof Uint8Array)
}
