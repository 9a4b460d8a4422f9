import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { accumulate } from '../../src/snapshot/accumulate.js'
import { readCheckpoint, writeCheckpoint } from '../../src/snapshot/checkpoint.js'
import { createDiagnostics } from '../../src/snapshot/diagnostics.js'
import { createDraft } from '../../src/snapshot/draft.js'
import type { SnapshotState } from '../../src/snapshot/state.js'
import { generateStream } from '../../src/testing/generate/generate-stream.js'
import { corpusFiles, dataOf, readCorpus } from '../corpus.js'
import { asSent, deepFreeze, fold, stored } from './fold.js'

// The laws of the fold, over streams that were generated and streams that were recorded. What servers
// do differently is an exception by rule or by field, never by file.

type Events = readonly ResponseStreamEvent[]
const asIs = { asIs: true }

/** Values that a server makes anew each time it sends them. */
const madeAnew = new Set(['encrypted_content', 'fingerprint', 'logprobs'])
/** Lists that only the terminal response holds. */
const onlyAtTheEnd = new Set(['mcp_list_tools'])

function comparable(item: object): unknown {
  const isListing = 'type' in item && onlyAtTheEnd.has(String(item.type))
  const kept = (key: string): boolean => !madeAnew.has(key) && !(isListing && key === 'tools')
  return JSON.parse(JSON.stringify(item, (key, value: unknown) => (kept(key) ? value : undefined)))
}

/** Law 2: the fold without the terminal event equals the terminal output. */
function foldsToTheTerminalOutput(events: Events): void {
  const last = events.at(-1)
  const sent = last !== undefined && 'response' in last ? (last.response.output ?? []) : []
  // The ChatGPT Codex endpoint ends with an empty output, for all that it streamed items.
  if (sent.length === 0) return
  const { output } = fold(events.slice(0, -1), asIs)
  expect(output.map(comparable)).toEqual(sent.map(comparable))
}

/** The terminal response is the result as it was sent, unless its output was empty. */
function endsAsSent(events: Events): void {
  const last = events.at(-1)
  const sent = last !== undefined && 'response' in last ? last.response : undefined
  const { response, rules } = fold(events, asIs)
  if (rules.includes('output-restored')) expect(response?.output).not.toEqual([])
  else expect(asSent(response)).toEqual(sent)
}

/** Law 3: cut anywhere, stored, loaded, and gone on with, it is the same as uncut. */
function goesOnFromACheckpoint(events: Events, cut: number): void {
  const whole = fold(events, asIs)
  const before = fold(events.slice(0, cut), asIs)
  const cursor = { response_id: before.draft.responseId ?? 'none', sequence_number: Math.max(0, cut - 1) }
  const checkpoint = stored(writeCheckpoint(before.draft, cursor))
  const { state } = readCheckpoint(checkpoint)
  const copy = structuredClone(checkpoint)
  const after = fold(events.slice(cut), { ...asIs, state: deepFreeze(state) })
  expect(stored(after.draft.state())).toEqual(stored(whole.draft.state()))
  expect(checkpoint).toEqual(copy)
}

/** Law 4: every snapshot held equals its clone at the end, and reading changes nothing. */
function keepsWhatWasRead(events: Events): void {
  const draft = createDraft({ diagnostics: createDiagnostics() })
  const held = events.map((event) => {
    draft.apply(event)
    const snapshot = draft.read()
    return { snapshot, clone: structuredClone(snapshot) }
  })
  for (const { snapshot, clone } of held) expect(snapshot).toEqual(clone)
  expect(draft.read()).toEqual(fold(events, asIs).response)
}

/** Law 5: the deltas of a text joined are the text, unless a diagnostic says otherwise. */
function joinsDeltas(events: Events): void {
  const { diagnostics } = fold(events, asIs)
  const known = new Set(diagnostics.map(({ rule, output_index }) => `${rule} ${output_index}`))
  const joined = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'response.output_text.delta') {
      const key = `${event.output_index} ${event.content_index}`
      joined.set(key, (joined.get(key) ?? '') + event.delta)
    } else if (event.type === 'response.output_text.done') {
      const isSame = event.text === joined.get(`${event.output_index} ${event.content_index}`)
      if (event.text !== '') expect(isSame).toBe(!known.has(`delta-done-mismatch ${event.output_index}`))
    }
  }
}

/** The draft, the pure function, and the draft without its short cut are one fold. */
function isOneFold(events: Events): void {
  let state: SnapshotState | undefined
  for (const event of deepFreeze(structuredClone(events))) state = deepFreeze(accumulate(state, event))
  expect(fold(events, asIs).draft.state()).toEqual(state)
  expect(fold(events, { ...asIs, readEach: true }).draft.state()).toEqual(state)
}

/** Laws that look at the whole response after each event cost the square of its length. */
function shortened(events: Events): Events {
  return events.length > 200 ? [...events.slice(0, 100), ...events.slice(-100)] : events
}

const seeds = fc.integer()

describe('a generated stream', () => {
  const laws = { foldsToTheTerminalOutput, endsAsSent, keepsWhatWasRead, joinsDeltas, isOneFold }
  test.each(Object.entries(laws))('%s', (_name, law) => {
    fc.assert(fc.property(seeds, (seed) => law(generateStream({ seed }))))
  })

  test('goesOnFromACheckpoint', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, part) => {
        const events = generateStream({ seed })
        goesOnFromACheckpoint(events, Math.floor(events.length * part))
      }),
    )
  })

  test('breaks no rule', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(fold(generateStream({ seed }), { strict: true }).rules).toEqual([])
      }),
    )
  })
})

describe.runIf(corpusFiles.length > 0).each(corpusFiles)('%s', (_name, path) => {
  const events: Events = dataOf(readCorpus(path)).map((data): ResponseStreamEvent => JSON.parse(data))

  test('keeps the laws', () => {
    foldsToTheTerminalOutput(events)
    joinsDeltas(events)
    keepsWhatWasRead(shortened(events))
    isOneFold(shortened(events))
    for (const part of [0, 0.1, 0.5, 0.8, 0.95, 1])
      goesOnFromACheckpoint(events, Math.floor(events.length * part))
  })

  test('ends as sent', () => endsAsSent(events))
})

test.skipIf(corpusFiles.length > 0)('the corpus is not here: set MILLRACE_CORPUS to where it is', () => {})

/** First-party streams that nobody shortened. */
const whole = corpusFiles.filter(([name]) => /^(openai|azure)--/.test(name))

test.runIf(whole.length > 0)('a whole first-party stream breaks no rule', () => {
  const broken = whole.flatMap(([, path]) => {
    const events = dataOf(readCorpus(path)).map((data): object => JSON.parse(data))
    const { rules, diagnostics } = fold(events, asIs)
    // A stream from its middle, or one with events taken out, is not whole.
    const isWhole = !rules.includes('created-missing') && !rules.includes('sequence-gap')
    return isWhole ? diagnostics.filter(({ severity }) => severity === 'error') : []
  })
  expect(broken).toEqual([])
})
