import { describe, expect, test } from 'vitest'
import type { ResponseStreamEvent } from '../../../src/events/index.js'
import { scriptBackend } from '../../../src/server/backends/script.js'
import { createRepair } from '../../../src/server/backends/upstream-repair.js'
import { ResponseStream } from '../../../src/stream/response-stream.js'
import {
  argumentsDelta,
  completed,
  created,
  functionCallAdded,
  functionCallDone,
  itemAdded,
  itemDone,
  partAdded,
  reasoningAdded,
  summaryDelta,
  textDelta,
} from '../../../src/testing/event-builders.js'
import { functionCall, message, reasoning } from '../../../src/testing/response-builders.js'
import { happy, numbered } from '../../../src/testing/sequences.js'
import { corpusFiles, readCorpus } from '../../corpus.js'
import { eventsOf, parseAll, post, testServer, typesOf, type WireEvent } from '../support.js'

/** The events that a client gets of these, with what a strict reader finds in them. */
async function mended(events: Iterable<WireEvent>) {
  const repair = createRepair()
  const script = scriptBackend([...events].flatMap((event) => repair(structuredClone(event))))
  const sent = await eventsOf(await post(testServer(script), { model: 'm-test', input: 'Hi', stream: true }))
  const stream = ResponseStream.from(structuredClone(sent))
  const { output } = await stream.finalResponse()
  return { types: typesOf(sent), sent, output, findings: stream.diagnostics.map(({ rule }) => rule) }
}

const without = (...types: string[]) => happy().filter(({ type }) => !types.includes(type))
const whole = typesOf(happy())

test('a sound stream is left as it is', async () => {
  expect(await mended(happy())).toMatchObject({
    types: whole,
    output: [message(0, 'Hi there')],
    findings: [],
  })
})

describe('what was left out is put in', () => {
  test.each([
    ['opening events', without('response.output_item.added', 'response.content_part.added')],
    ['the part', without('response.content_part.added')],
    ['the end of the text', without('response.output_text.done')],
    ['the ends of text and part', without('response.output_text.done', 'response.content_part.done')],
    [
      'every end',
      without('response.output_text.done', 'response.content_part.done', 'response.output_item.done'),
    ],
    [
      'all indexes',
      happy().map(({ ...event }) =>
        Object.assign(event, { output_index: undefined, content_index: undefined }),
      ),
    ],
  ])('%s', async (_what, events) => {
    const { types, output, findings } = await mended(events)
    expect([types, findings]).toEqual([whole, []])
    expect(output).toMatchObject([{ type: 'message', content: [{ type: 'output_text', text: 'Hi there' }] }])
  })

  test('everything but the finished item', async () => {
    const { types, output } = await mended([created(), itemDone(0, 'Hi'), completed([message(0, 'Hi')])])
    expect(types).toEqual(whole.toSpliced(4, 1))
    expect(output).toEqual([message(0, 'Hi')])
  })

  test('everything but the terminal response', async () => {
    const { types, output } = await mended([created(), completed([message(0, 'Hi')])])
    expect(types).toEqual(whole.toSpliced(4, 1))
    expect(output).toEqual([message(0, 'Hi')])
  })

  test('the part of a reasoning summary', async () => {
    const { types, findings } = await mended([
      created(),
      reasoningAdded(0),
      summaryDelta(0, 0, 'Hm'),
      completed([reasoning(0, ['Hm'])]),
    ])
    expect([types.slice(2, -1), findings]).toEqual([
      [
        'response.output_item.added',
        'response.reasoning_summary_part.added',
        'response.reasoning_summary_text.delta',
        'response.reasoning_summary_text.done',
        'response.reasoning_summary_part.done',
        'response.output_item.done',
      ],
      [],
    ])
  })

  test('the arguments of a call that only its item brings', async () => {
    const call = functionCall(0, '{"a":1}')
    const { types } = await mended([
      created(),
      functionCallAdded(0),
      functionCallDone(0, '{"a":1}'),
      completed([call]),
    ])
    expect(types.slice(2, -1)).toEqual([
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
    ])
  })

  test('the name of a call that was never added, which its item brings', async () => {
    const call = functionCall(0, '{"a":1}')
    const events = [
      created(),
      argumentsDelta(0, '{"a":1}'),
      functionCallDone(0, '{"a":1}'),
      completed([call]),
    ]
    const { output, findings } = await mended(events)
    expect([output, findings]).toEqual([[call], []])
  })
})

test('an id that changes with every event is the first one throughout', async () => {
  const rotated = happy().map((event, index) => {
    const copy: object = structuredClone(event)
    if ('item_id' in copy) copy.item_id = `rot_${index}`
    if ('item' in copy) Object.assign(copy.item ?? {}, { id: `rot_${index}` })
    return copy as ResponseStreamEvent
  })
  const { sent, output, findings } = await mended(rotated)
  expect([sent.flatMap((event) => ('item_id' in event ? [event.item_id] : [])), findings]).toEqual([
    ['rot_2', 'rot_2', 'rot_2', 'rot_2', 'rot_2'],
    [],
  ])
  expect(output.map(({ id }) => id)).toEqual(['rot_2'])
})

test('openers that a relay repeats are sent once', async () => {
  const events = happy().toSpliced(4, 0, created(), itemAdded(0), partAdded(0, 0))
  expect(await mended(events)).toMatchObject({ types: whole, findings: [] })
})

test('padding is taken off, and another name of an event becomes its own', async () => {
  const repair = createRepair()
  repair(itemAdded(0))
  repair(partAdded(0, 0))
  expect(repair({ ...textDelta(0, 0, 'Hi'), obfuscation: 'xxxx' })).toEqual([textDelta(0, 0, 'Hi')])
  const done = { type: 'response.done', response: completed([]).response } as const
  expect(repair(done).map(({ type }) => type)).toEqual(['response.completed'])
})

test('the upstream does not tell its own id of the response before', () => {
  const { response } = completed([])
  const [told] = createRepair()({
    type: 'response.completed',
    response: { ...response, previous_response_id: 'resp_up' },
  })
  expect(told).not.toHaveProperty('response.previous_response_id')
})

// The recordings are not part of the project; where they are not, this is skipped.
describe.skipIf(corpusFiles.length === 0)('a recorded stream reads without findings', () => {
  /** The text of a later event contradicts its deltas: only the provider knows which is right. */
  const contradicts = /vercel-openai-phase/
  test.each(corpusFiles.filter(([name]) => !contradicts.test(name)))('%s', async (_name, path) => {
    const recorded = parseAll(new TextDecoder().decode(readCorpus(path)))
    const plain = await ResponseStream.from(numbered(recorded)).finalResponse()
    const { output, findings } = await mended(recorded)
    expect(findings).toEqual([])
    expect(output.map(({ type }) => type)).toEqual(plain.output.map(({ type }) => type))
  })
})
