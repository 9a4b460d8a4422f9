import { describe, expect, it } from 'vitest'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import {
  completed,
  created,
  functionCall,
  functionCallAdded,
  functionCallDone,
  happy,
  itemAdded,
  itemDone,
  message,
  numbered,
  partAdded,
  partDone,
  textDelta,
  textDone,
} from '../../src/testing/index.js'

async function textOf(
  events: readonly ResponseStreamEvent[],
): Promise<{ chunks: string[]; rules: string[] }> {
  const stream = ResponseStream.from(numbered(events), { freezeSnapshots: true })
  const chunks: string[] = []
  for await (const chunk of stream.textStream()) chunks.push(chunk)
  return { chunks, rules: stream.diagnostics.map(({ rule }) => rule) }
}

const closed = (index: number, text: string): ResponseStreamEvent[] => [
  textDone(index, 0, text),
  partDone(index, 0, text),
  itemDone(index, text),
]

describe('textStream', () => {
  it('B077: gives the deltas, and not again what the done events repeat', async () => {
    expect(await textOf(happy('Hi there'))).toEqual({ chunks: ['Hi t', 'here'], rules: [] })
  })

  it('B078: gives a text without deltas once, from whatever has it first', async () => {
    const withoutDeltas = happy('Hi there').filter(({ type }) => type !== 'response.output_text.delta')
    expect((await textOf(withoutDeltas)).chunks).toEqual(['Hi there'])
    expect((await textOf([created(), completed([message(0, 'Hi there')])])).chunks).toEqual(['Hi there'])
  })

  it('gives parts in output order: a later one waits for the earlier to close', async () => {
    const events = [
      created(),
      itemAdded(0),
      partAdded(0, 0),
      itemAdded(1),
      partAdded(1, 0),
      textDelta(1, 0, 'second'),
      textDelta(0, 0, 'fir'),
      textDelta(1, 0, ' part'),
      textDelta(0, 0, 'st, '),
      ...closed(0, 'first, '),
      ...closed(1, 'second part'),
      completed([message(0, 'first, '), message(1, 'second part')]),
    ]
    expect(await textOf(events)).toEqual({ chunks: ['fir', 'st, ', 'second part'], rules: [] })
  })

  it('does not wait for items that hold no text', async () => {
    const events = [
      created(),
      functionCallAdded(0),
      itemAdded(1),
      partAdded(1, 0),
      textDelta(1, 0, 'Hi'),
      ...closed(1, 'Hi'),
      functionCallDone(0, '{}'),
      completed([functionCall(0, '{}'), message(1, 'Hi')]),
    ]
    expect((await textOf(events)).chunks).toEqual(['Hi'])
  })

  it('gives what a done text adds to its deltas', async () => {
    const events = happy('Hi there').filter(
      (event) => event.type !== 'response.output_text.delta' || event.delta !== 'here',
    )
    expect((await textOf(events)).chunks).toEqual(['Hi t', 'here'])
  })

  it('B079: cannot take back a text that was replaced, and a diagnostic says so', async () => {
    const events = [
      created(),
      itemAdded(0),
      partAdded(0, 0),
      textDelta(0, 0, 'Hello '),
      textDelta(0, 0, '\n'),
      ...closed(0, 'Hello!'),
      completed([message(0, 'Hello!')]),
    ]
    const { chunks, rules } = await textOf(events)
    expect(chunks).toEqual(['Hello ', '\n'])
    expect(rules).toContain('text-replaced')
  })

  it('says so too when a message turns up before text that was already given out', async () => {
    const events = [
      created(),
      itemAdded(1),
      partAdded(1, 0),
      textDelta(1, 0, 'late'),
      ...closed(1, 'late'),
      itemAdded(0),
      partAdded(0, 0),
      textDelta(0, 0, 'early'),
      ...closed(0, 'early'),
      completed([message(0, 'early'), message(1, 'late')]),
    ]
    const { chunks, rules } = await textOf(events)
    expect(chunks).toEqual(['late'])
    expect(rules).toContain('text-replaced')
  })

  it('works without indexes', async () => {
    const events = happy('Hi there').map((event) => {
      const {
        content_index: _content,
        output_index: _output,
        ...rest
      }: Record<string, unknown> & ResponseStreamEvent = { ...event }
      return rest as ResponseStreamEvent
    })
    expect((await textOf(events)).chunks.join('')).toBe('Hi there')
  })
})
