import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { functionTool, textFormat } from '../../src/structured/index.js'
import {
  argumentsDelta,
  argumentsDone,
  completed,
  created,
  functionCall,
  functionCallAdded,
  functionCallDone,
  happy,
  incomplete,
  itemAdded,
  message,
  numbered,
  partAdded,
  textDelta,
  textDone,
  toSSE,
} from '../../src/testing/index.js'

const person = z.object({ name: z.string(), age: z.number() })
const text = { format: textFormat(person, 'person') }
const tools = [
  functionTool({ name: 'f0', parameters: z.object({ q: z.string() }) }),
  functionTool({ name: 'f1', parameters: z.object({ n: z.number().transform(String) }) }),
]
const ada = '{"name":"Ada","age":36}'

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(structuredClone(item))
  return all
}

/** A text in pieces of `size`, opened, done and completed. */
function answer(json: string, size: number): ResponseStreamEvent[] {
  const deltas = json.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
  return numbered([
    created(),
    itemAdded(0),
    partAdded(0, 0),
    ...deltas.map((delta) => textDelta(0, 0, delta)),
    textDone(0, 0, json),
    completed([message(0, json)]),
  ])
}

describe('texts', () => {
  it('grow while they stream, and have their value once they are done', async () => {
    const events = answer(ada, 6)
    const stream = ResponseStream.from(toSSE(events), { text })
    const seen = await collect(stream)
    expect(seen.slice(3).map((event) => ('partial' in event ? event.partial : undefined))).toEqual([
      {},
      { name: 'Ada' },
      { name: 'Ada' },
      { name: 'Ada', age: 36 },
      undefined,
      undefined,
    ])
    expect(seen.at(-2)).toMatchObject({ type: 'response.output_text.done', parsed: { name: 'Ada', age: 36 } })
    expect(seen.at(-1)).toMatchObject({ response: { output_parsed: { name: 'Ada', age: 36 } } })
    expect((await stream.finalResponse({ require: 'parsed' })).output_parsed).toEqual({
      name: 'Ada',
      age: 36,
    })
  })

  it('are parsed once: the event and the response hold the same value', async () => {
    const parse = vi.spyOn(person['~standard'], 'validate')
    const stream = ResponseStream.from(toSSE(answer(ada, 8)), { text })
    const values: unknown[] = []
    for await (const event of stream)
      if (event.type === 'response.output_text.done') values.push(event.parsed)
    const { output_parsed } = await stream.finalResponse()
    expect(values[0]).toBe(output_parsed)
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })

  it('leave the wire event as it came', async () => {
    const events = answer(ada, 5)
    const seen: unknown[] = []
    for await (const event of ResponseStream.from(toSSE(events), { text })) seen.push(wireEvent(event))
    expect(seen).toEqual(events)
  })

  it('go on from a checkpoint with all that was known before', async () => {
    const events = answer(ada, 5)
    const first = ResponseStream.from(events.slice(0, 5), { text })
    await first.done().catch(() => {})
    const start = { response_id: 'resp_test', state: first.checkpoint()?.state, deliverAfter: 4 }
    const rest = ResponseStream.connect(async () => new Response(toSSE(events.slice(5))), { text }, start)
    const partials = await collect(rest.partialStream())
    expect(partials[0]).toEqual({ name: 'Ada' })
    expect(partials.at(-1)).toEqual({ name: 'Ada', age: 36 })
  })

  it('that do not fit have an error beside the untouched text', async () => {
    const json = '{"name":"Ada","age":"?"}'
    const stream = ResponseStream.from(toSSE(answer(json, 9)), { text })
    const done = (await collect(stream)).at(-2)
    expect(done).toMatchObject({ text: json, parse_error: { code: 'schema_mismatch', path: ['age'] } })
    expect(done).not.toHaveProperty('parsed')
    expect((await stream.finalResponse()).output).toMatchObject([
      { content: [{ text: json, parse_error: { path: ['age'] } }] },
    ])
    await expect(stream.finalResponse({ require: 'parsed' })).rejects.toMatchObject({
      code: 'structured_output',
      response: { output_text: json },
      parse_error: { path: ['age'] },
    })
  })

  it('cut short have neither value nor error, and their partial value stays', async () => {
    const cut = '{"name":"Ad'
    const events = [...answer(cut, 4).slice(0, -1), incomplete('max_output_tokens', [message(0, cut)])]
    const stream = ResponseStream.from(toSSE(events), { text })
    const seen = await collect(stream)
    expect(seen.at(-2)).not.toHaveProperty('parse_error')
    expect(seen.at(-3)).toMatchObject({ partial: { name: 'Ad' } })
    const final = await stream.finalResponse()
    expect(final.output).toEqual([message(0, cut)])
    expect(final).not.toHaveProperty('output_parsed')
    await expect(stream.finalResponse({ require: 'parsed' })).rejects.toMatchObject({
      code: 'response_incomplete',
    })
  })
})

describe('calls', () => {
  const events = numbered([
    created(),
    functionCallAdded(0),
    functionCallAdded(1),
    functionCallAdded(2),
    argumentsDelta(0, '{"q":'),
    argumentsDelta(1, '{"n":4'),
    argumentsDelta(0, '"a"}'),
    argumentsDelta(1, '2}'),
    argumentsDone(0, '{"q":"a"}'),
    argumentsDone(1, '{"n":42}'),
    argumentsDone(2, '{}'),
    functionCallDone(0, '{"q":"a"}'),
    functionCallDone(1, '{"n":42}'),
    functionCallDone(2, '{}'),
    completed([functionCall(0, '{"q":"a"}'), functionCall(1, '{"n":42}'), functionCall(2, '{}')]),
  ])

  it('of declared tools grow and are parsed, each by its own schema', async () => {
    const stream = ResponseStream.from(toSSE(events), { tools })
    const seen = await collect(stream)
    const partials = seen.flatMap((event) => ('partial' in event ? [event.partial] : []))
    expect(partials).toEqual([{}, {}, { q: 'a' }, { n: 42 }])
    expect(
      seen.slice(8, 11).map((event) => ('parsed_arguments' in event ? event.parsed_arguments : 'none')),
    ).toEqual([{ q: 'a' }, { n: '42' }, 'none'])
    expect((await stream.finalResponse({ require: 'parsed' })).output).toEqual([
      { ...functionCall(0, '{"q":"a"}'), parsed_arguments: { q: 'a' } },
      { ...functionCall(1, '{"n":42}'), parsed_arguments: { n: '42' } },
      functionCall(2, '{}'),
    ])
  })
})

describe('a schema that takes its time', () => {
  const slow = (wait: Promise<unknown>): { format: ReturnType<typeof textFormat> } => ({
    format: textFormat(
      person.refine(async () => wait),
      'person',
    ),
  })

  it('holds back the event, and nothing is out of order', async () => {
    let open: (value: boolean) => void = () => {}
    const stream = ResponseStream.from(toSSE(answer(ada, 30)), {
      text: slow(new Promise<boolean>((resolve) => (open = resolve))),
    })
    const seen: string[] = []
    stream.on('event', ({ type }) => void seen.push(type))
    const reading = collect(stream)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(seen.at(-1)).toBe('response.output_text.delta')
    open(true)
    expect((await reading).map(({ type }) => type)).toEqual(answer(ada, 30).map(({ type }) => type))
    expect((await stream.finalResponse()).output_parsed).toEqual({ name: 'Ada', age: 36 })
  })

  it('does not hold back an abort', async () => {
    const stream = ResponseStream.from(toSSE(answer(ada, 30)), { text: slow(new Promise(() => {})) })
    const reading = collect(stream)
    await new Promise((resolve) => setTimeout(resolve, 5))
    stream.abort()
    await expect(reading).rejects.toBeInstanceOf(APIUserAbortError)
  })
})

describe('partialStream', () => {
  it('gives the value at each change, and only then', async () => {
    const stream = ResponseStream.from(toSSE(answer('{ "name": "Ada", "age": 3}', 3)), { text })
    expect(await collect(stream.partialStream())).toEqual([
      {},
      { name: 'A' },
      { name: 'Ada' },
      { name: 'Ada', age: 3 },
    ])
  })

  it('is the reader, and the only one', async () => {
    const stream = ResponseStream.from(toSSE(answer(ada, 3)), { text })
    stream.partialStream()
    expect(() => stream.partialStream()).toThrow(/already being read by partialStream\(\)/)
    await stream[Symbol.asyncDispose]()
  })

  it('needs a format that can read what is still arriving', () => {
    const stream = ResponseStream.from(happy(), { tools })
    expect(() => stream.partialStream()).toThrow(expect.objectContaining({ code: 'no_text_format' }))
  })
})
