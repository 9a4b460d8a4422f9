import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { APIUserAbortError } from '../../src/errors/connection-error.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { readCheckpoint } from '../../src/snapshot/checkpoint.js'
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
  itemDone,
  message,
  numbered,
  partAdded,
  response,
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

  it('leave nothing on the events that go through a second stream', async () => {
    const events = answer('{"name":1}', 5)
    const seen: unknown[] = []
    const first = ResponseStream.from(toSSE(events), { text })
    for await (const event of ResponseStream.from(first)) seen.push(wireEvent(event))
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

  it('of a commentary are not read, JSON or not', async () => {
    const comment = { ...message(0, '{"name":"Bob"}'), phase: 'commentary' as const }
    const events = numbered([
      created(),
      itemAdded(0, { ...comment, status: 'in_progress', content: [] }),
      textDelta(0, 0, '{"name":"Bob"}'),
      textDone(0, 0, '{"name":"Bob"}'),
      itemDone(0, comment),
      itemAdded(1),
      textDelta(1, 0, ada),
      textDone(1, 0, ada),
      completed([comment, message(1, ada)]),
    ])
    const seen = await collect(ResponseStream.from(toSSE(events), { text }))
    expect(seen.filter((event) => 'partial' in event || 'parsed' in event)).toMatchObject([
      { type: 'response.output_text.delta', output_index: 1 },
      { type: 'response.output_text.done', output_index: 1, parsed: { name: 'Ada', age: 36 } },
    ])
    const stream = ResponseStream.from(toSSE(events), { text })
    expect(new Set(await collect(stream.partialStream()))).toEqual(new Set([{ name: 'Ada', age: 36 }]))
    expect((await stream.finalResponse({ require: 'parsed' })).output_parsed).toEqual({
      name: 'Ada',
      age: 36,
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

describe('odd streams', () => {
  const withoutIndexes = (events: ResponseStreamEvent[]): ResponseStreamEvent[] =>
    JSON.parse(
      JSON.stringify(events, (key, value: unknown) =>
        /^(output|content)_index$/.test(key) ? undefined : value,
      ),
    )
  const fieldIn = (events: readonly object[], field: string): unknown[] =>
    events.flatMap((event) => (field in event ? [Reflect.get(event, field)] : []))

  it('without indexes give each text and each call its own value', async () => {
    const events = withoutIndexes(
      numbered([
        created(),
        ...[0, 1].flatMap((at) => [
          itemAdded(at),
          partAdded(at, 0),
          textDelta(at, 0, `{"name":"${at}",`),
          textDone(at, 0, `{"name":"${at}","age":1}`),
          itemDone(at, `{"name":"${at}","age":1}`),
        ]),
        functionCallAdded(2),
        argumentsDelta(2, '{"q":"a"}'),
        argumentsDone(2, '{"q":"a"}'),
        functionCallDone(2, '{"q":"a"}'),
        completed([
          message(0, '{"name":"0","age":1}'),
          message(1, '{"name":"1","age":1}'),
          functionCall(2, '{"q":"a"}'),
        ]),
      ]),
    )
    const named = [functionTool({ name: 'f2', parameters: z.object({ q: z.string() }) })]
    const seen = await collect(ResponseStream.from(toSSE(events), { text, tools: named }))
    expect(fieldIn(seen, 'partial')).toEqual([{ name: '0' }, { name: '1' }, { q: 'a' }])
    expect(fieldIn(seen, 'parsed')).toEqual([
      { name: '0', age: 1 },
      { name: '1', age: 1 },
    ])
    expect(fieldIn(seen, 'parsed_arguments')).toEqual([{ q: 'a' }])
  })

  it('that rename a tool, or leave gaps in the indexes, have the arguments read by the tool that is called', async () => {
    const renamed = { ...functionCall(0, '{}'), name: 'f1' }
    const other = { ...functionCall(1, '{}'), name: 'f0' }
    const events = numbered([
      created(),
      functionCallAdded(0),
      functionCallAdded(1),
      argumentsDone(0, '{}'),
      argumentsDone(1, '{}'),
      completed([renamed, other]),
    ])
    const any = [
      functionTool({ name: 'f0', parameters: z.object({}) }),
      functionTool({ name: 'f1', parameters: z.object({ n: z.number() }) }),
    ]
    expect((await ResponseStream.from(toSSE(events), { tools: any }).finalResponse()).output).toEqual([
      {
        ...renamed,
        parse_error: {
          code: 'schema_mismatch',
          message: '$.n: Invalid input: expected number, received undefined',
          path: ['n'],
        },
      },
      { ...other, parsed_arguments: {} },
    ])
  })

  it('that replace what they sent show the value of what they sent last', async () => {
    const last = '{"name":"Bo"}'
    const events = numbered([
      created(),
      itemAdded(0),
      partAdded(0, 0),
      textDelta(0, 0, '{"name":"Al",'),
      {
        type: 'response.in_progress' as const,
        response: response('in_progress', [message(0, last.slice(0, 8), 'in_progress')]),
      },
      textDelta(0, 0, last.slice(8)),
      completed([message(0, last)]),
    ])
    expect(await collect(ResponseStream.from(toSSE(events), { text }).partialStream())).toEqual([
      { name: 'Al' },
      { name: 'Bo' },
    ])
  })

  it('that send a text only when it is whole grow at once', async () => {
    const whole = [completed([message(0, ada)])]
    for (const events of [whole, [created(), itemAdded(0), itemDone(0, ada), ...whole]]) {
      const partials = ResponseStream.from(toSSE(numbered(events)), { text }).partialStream()
      expect(await collect(partials)).toEqual([{ name: 'Ada', age: 36 }])
    }
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

  it('lets a checkpoint that was taken meanwhile go on where it was', async () => {
    const events = answer(ada, 30)
    const first = ResponseStream.from(toSSE(events), { text: slow(new Promise(() => {})) })
    const reading = collect(first)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { response_id, state, sequence_number } = readCheckpoint(JSON.stringify(first.checkpoint()))
    first.abort()
    await expect(reading).rejects.toBeInstanceOf(APIUserAbortError)
    const rest = ResponseStream.connect(
      async () =>
        new Response(toSSE(events.slice(sequence_number + 1)), {
          headers: { 'content-type': 'text/event-stream' },
        }),
      { text, strict: true },
      { response_id, state, deliverAfter: sequence_number },
    )
    expect((await collect(rest)).map((event) => event.sequence_number)).toEqual([4, 5])
    expect(rest.diagnostics).toEqual([])
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
  it('tells of texts only', async () => {
    const events = numbered([
      created(),
      functionCallAdded(0),
      argumentsDelta(0, '{"q":"a"}'),
      itemAdded(1),
      partAdded(1, 0),
      textDelta(1, 0, ada),
      completed([functionCall(0, '{"q":"a"}'), message(1, ada)]),
    ])
    expect(await collect(ResponseStream.from(toSSE(events), { text, tools }).partialStream())).toEqual([
      { name: 'Ada', age: 36 },
    ])
  })

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
