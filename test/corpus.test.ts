import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Millrace } from '../src/client/millrace.js'
import type { WireResponse } from '../src/events/response.js'
import type { StreamEvent } from '../src/stream/event-feed.js'
import { ResponseStream } from '../src/stream/response-stream.js'
import { wireEvent } from '../src/stream/wire-event.js'
import { type ScriptedServer, scriptedServer, splitEvery } from '../src/testing/index.js'
import { corpusFiles, corpusSample, dataOf, readCorpus } from './corpus.js'

const params = { model: 'm', input: 'hi' }
let server: ScriptedServer
let client: Millrace
let body: Uint8Array

beforeAll(async () => {
  server = await scriptedServer(() => ({ steps: [body] }))
  client = new Millrace({ baseURL: `${server.url}/v1`, apiKey: 'test' })
})

afterAll(() => server.close())

/** What a recorded stream should give: its payloads, as the file has them. */
function recorded(bytes: Uint8Array): StreamEvent[] {
  return dataOf(bytes).map((data): StreamEvent => JSON.parse(data))
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Fields whose values are made anew each time they are sent, and lists that only the terminal response holds. */
const madeAnew = new Set(['encrypted_content', 'fingerprint', 'logprobs'])

function comparable(item: object): unknown {
  const onlyAtTheEnd = 'type' in item && item.type === 'mcp_list_tools' ? ['tools', 'error'] : []
  return JSON.parse(
    JSON.stringify(item, (key, value: unknown) =>
      madeAnew.has(key) || onlyAtTheEnd.includes(key) ? undefined : value,
    ),
  )
}

describe.runIf(corpusFiles.length > 0).each(corpusFiles)('%s', (name, path) => {
  const bytes = readCorpus(path)
  const events = recorded(bytes)
  const last = events.at(-1)

  it('over a socket gives the events of the file, and its final response', async () => {
    body = bytes
    const stream = client.responses.stream(params, { strict: false })
    const seen = await collect(stream)
    expect(seen.map(wireEvent)).toEqual(events)
    const final = await stream.finalResponse()
    expect(final.status).toBe(terminalResponse(last).status)
  })

  it('law 1: in any chunks gives the same events', async () => {
    const byteByByte = corpusSample.some(([sampled]) => sampled === name)
    for (const size of byteByByte ? [1, 7, 1400] : [7, 1400]) {
      const seen = await collect(ResponseStream.from(splitEvery([bytes], size)))
      expect(seen.map(wireEvent)).toEqual(events)
    }
  })

  it('law 2: folds without its terminal event to the terminal output', async () => {
    const stream = ResponseStream.from(events.slice(0, -1))
    await stream.done().catch(() => {})
    const { output } = terminalResponse(last)
    // The ChatGPT Codex endpoint ends with an empty output, for all that it streamed items.
    if (output?.length) expect(stream.snapshot?.output.map(comparable)).toEqual(output.map(comparable))
  })

  it('law 4: every snapshot held stays as it was', async () => {
    const stream = ResponseStream.from(events, { freezeSnapshots: true })
    const held: [unknown, string][] = []
    for await (const _event of stream) held.push([stream.snapshot, JSON.stringify(stream.snapshot)])
    for (const [snapshot, text] of held) expect(JSON.stringify(snapshot)).toBe(text)
  })

  it('law 5: deltas joined are the text, or a diagnostic says where they are not', async () => {
    const stream = ResponseStream.from(events)
    await stream.done()
    const known = new Set(
      stream.diagnostics.flatMap(({ rule, output_index }) =>
        rule === 'delta-done-mismatch' ? [output_index] : [],
      ),
    )
    const joined = new Map<string, string>()
    for (const event of events) {
      if (event.type === 'response.output_text.delta') {
        const key = `${event.output_index} ${event.content_index}`
        joined.set(key, (joined.get(key) ?? '') + event.delta)
      } else if (event.type === 'response.output_text.done') {
        const text = joined.get(`${event.output_index} ${event.content_index}`) ?? ''
        expect(text === event.text).toBe(!known.has(event.output_index))
      }
    }
  })

  it('law 6: the text stream joined is the final text', async () => {
    const stream = ResponseStream.from(bytes)
    const text = (await collect(stream.textStream())).join('')
    expect(text).toBe((await stream.finalResponse()).output_text)
    expect(stream.diagnostics.map(({ rule }) => rule)).not.toContain('text-replaced')
  })
})

it.skipIf(corpusFiles.length > 0)('the corpus is not here: set MILLRACE_CORPUS to where it is', () => {})

function terminalResponse(event: StreamEvent | undefined): WireResponse {
  if (
    event?.type === 'response.completed' ||
    event?.type === 'response.incomplete' ||
    event?.type === 'response.failed'
  )
    return event.response
  throw new Error(`not a terminal event: ${event?.type}`)
}
