import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ResponseOutputItem } from '../../src/events/items/output-item.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { functionTool, openPartial, textFormat } from '../../src/structured/index.js'
import {
  argumentsDelta,
  argumentsDone,
  completed,
  created,
  failed,
  functionCall,
  functionCallAdded,
  functionCallDone,
  happy,
  incomplete,
  inProgress,
  itemAdded,
  message,
  numbered,
  partAdded,
  textDelta,
  textDone,
  toSSE,
} from '../../src/testing/index.js'

const format = textFormat(z.object({ a: z.string(), b: z.number() }), 'answer')

/** A text that streams as one delta and ends as told. */
function answering(json: string, last: ResponseStreamEvent): ResponseStreamEvent[] {
  const opened = [created(), inProgress(), itemAdded(0), partAdded(0, 0)]
  return numbered([...opened, textDelta(0, 0, json), textDone(0, 0, json), last])
}

function stream(events: ResponseStreamEvent[], tools: object[] = []): ResponseStream {
  return ResponseStream.from(toSSE(events), { text: { format }, tools })
}

describe('B095: JSON cut short by the token limit', () => {
  const cut = '{"a":"hel'
  const events = answering(cut, incomplete('max_output_tokens', [message(0, cut)]))

  it('throws nothing, has neither value nor error, and keeps what is known', async () => {
    const read = stream(events)
    let partial: unknown
    for await (const event of read) if (event.type === 'response.output_text.delta') partial = event.partial
    const final = await read.finalResponse()
    expect(final).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    expect(final.output).toEqual([message(0, cut)])
    expect(final.output_text).toBe(cut)
    expect(final).not.toHaveProperty('output_parsed')
    expect(partial).toEqual({ a: 'hel' })
  })
})

describe('B096: a terminal response that is not completed', () => {
  const opened = numbered(happy()).slice(0, 9)
  const output = [message(0, 'Hi there')]
  for (const [status, last] of [
    ['incomplete', incomplete('max_output_tokens', output)],
    ['failed', failed('server_error', 'It broke.', output)],
  ] as const) {
    for (const declared of [{}, { text: { format } }]) {
      it(`is the final response: ${status}, ${'text' in declared ? 'with' : 'without'} a format`, async () => {
        const read = ResponseStream.from(toSSE([...opened, { ...last, sequence_number: 9 }]), declared)
        const final = await read.finalResponse()
        expect([final.status, final.output_text, final.output]).toEqual([status, 'Hi there', output])
      })
    }
  }
})

describe('B097: complete JSON that does not match', () => {
  it.each([
    ['of another shape', '{"a":"x","b":"no"}', 'schema_mismatch', ['b']],
    ['in a code fence', '```json\n{"a":"x","b":1}\n```', 'invalid_json', []],
    ['of nothing', '', 'invalid_json', []],
  ])('%s: the response stays, the error stands beside the text', async (_what, json, code, path) => {
    const events = answering(json, completed([message(0, json)]))
    const read = stream(events)
    let seen = 0
    for await (const _event of read) seen++
    expect(seen).toBe(events.length)
    const { output, output_text } = await read.finalResponse()
    expect(output_text).toBe(json)
    expect(output).toMatchObject([{ content: [{ text: json, parse_error: { code, path } }] }])
    await expect(read.finalResponse({ require: 'parsed' })).rejects.toMatchObject({
      code: 'structured_output',
      parse_error: { code, path },
      response: { id: 'resp_t', output_text: json },
    })
  })
})

describe('B099: arguments that are no valid JSON', () => {
  const query = z.object({ q: z.string() })
  const tools = [
    functionTool({ name: 'f0', parameters: query }),
    functionTool({ name: 'f1', parameters: query }),
  ]
  const good = '{"q":"c"}'

  it.each([
    ['doubled objects', '{"q":"a"}{"q":"b"}', 'invalid_json'],
    ['nothing, which is not taken for {}', '', 'invalid_json'],
    ['null', 'null', 'schema_mismatch'],
  ])('%s: that call has an error, the other its value', async (_what, bad, code) => {
    const output: ResponseOutputItem[] = [functionCall(0, bad), functionCall(1, good)]
    const read = stream(
      numbered([
        created(),
        functionCallAdded(0),
        argumentsDelta(0, bad),
        argumentsDone(0, bad),
        functionCallDone(0, bad),
        functionCallAdded(1),
        argumentsDelta(1, good),
        argumentsDone(1, good),
        functionCallDone(1, good),
        completed(output),
      ]),
      tools,
    )
    const final = await read.finalResponse()
    expect(final.status).toBe('completed')
    expect(final.output).toMatchObject([
      { arguments: bad, parse_error: { code } },
      { arguments: good, parsed_arguments: { q: 'c' } },
    ])
    expect(final.output[0]).not.toHaveProperty('parsed_arguments')
  })
})

describe('B100: partial values', () => {
  it('are stable: nothing is guessed, nothing goes back', () => {
    const growing = openPartial()
    const seen = ['{"n":12', '3,"t":tru', 'e,"s":"a\\u00', 'e9"}'].map((piece) => {
      growing.push(piece)
      return structuredClone(growing.value)
    })
    expect(seen).toEqual([{}, { n: 123 }, { n: 123, t: true, s: 'a' }, { n: 123, t: true, s: 'aé' }])
  })

  it('end as JSON.parse would have it, in pieces of four characters', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const growing = openPartial()
        for (let at = 0; at < json.length; at += 4) growing.push(json.slice(at, at + 4))
        growing.push('\n')
        expect(growing.value).toEqual(JSON.parse(json))
      }),
    )
  })
})
