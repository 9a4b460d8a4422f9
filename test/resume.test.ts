import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Millrace } from '../src/client/millrace.js'
import type { ResponseStream } from '../src/stream/response-stream.js'
import type { StreamEvent } from '../src/stream/event-feed.js'
import { wireEvent } from '../src/stream/wire-event.js'
import {
  completed,
  created,
  generateStream,
  itemAdded,
  itemDone,
  message,
  numbered,
  partAdded,
  partDone,
  type ScriptedAnswer,
  scriptedFetch,
  textDelta,
  toSSE,
} from '../src/testing/index.js'
import { corpusFiles, dataOf, readCorpus } from './corpus.js'

// No waiting between attempts: full jitter of nothing.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

/** The smallest recording of each provider that numbers its events, and a generated stream. */
function sources(): [name: string, events: StreamEvent[]][] {
  const smallest = new Map<string, { name: string; events: StreamEvent[] }>()
  for (const [name, path] of corpusFiles) {
    const provider = name.split('--', 1)[0] ?? ''
    const events = dataOf(readCorpus(path)).map((data): StreamEvent => JSON.parse(data))
    const best = smallest.get(provider)
    if (
      events.every(({ sequence_number }) => typeof sequence_number === 'number') &&
      (!best || events.length < best.events.length)
    ) {
      smallest.set(provider, { name, events })
    }
  }
  return [
    ['a generated stream', generateStream({ seed: 7, items: 20, end: 'completed' })],
    ...[...smallest.values()].map(({ name, events }): [string, StreamEvent[]] => [name, events]),
  ]
}

/** A server with the whole stream that breaks the nth connection after so many events, and no later one. */
function serverOf(events: readonly StreamEvent[], breaks: readonly number[]) {
  const bytes: number[] = []
  const fetch = scriptedFetch(({ url }, index): ScriptedAnswer => {
    const after = Number(new URL(url).searchParams.get('starting_after') ?? -1)
    const rest = events.filter(({ sequence_number = 0 }) => sequence_number > after)
    const count = breaks[index]
    const sent = toSSE(rest.slice(0, count ?? rest.length))
    bytes.push(sent.length)
    return count === undefined || count >= rest.length
      ? { steps: [sent] }
      : { steps: [sent, { end: 'reset' }] }
  })
  return {
    client: new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch, maxRetries: 0 }),
    fetch,
    bytes,
  }
}

async function readAll(stream: ResponseStream): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const event of stream) seen.push(wireEvent(event))
  return seen
}

describe.each(sources())('%s', (_name, events) => {
  const id = 'resp_any'

  async function uncut() {
    return serverOf(events, []).client.responses.resume(id).finalResponse()
  }

  it('cut after any event, goes on: the same events, once each, and the same response', async () => {
    const whole = await uncut()
    for (let cut = 1; cut < events.length; cut++) {
      const { client, fetch } = serverOf(events, [cut])
      const stream = client.responses.resume(id)
      expect(await readAll(stream)).toEqual(events)
      expect(await stream.finalResponse()).toEqual(whole)
      expect(fetch.requests.length).toBe(2)
    }
  })

  it('law 3: resumed from a checkpoint after any event, gives the rest and the same response', async () => {
    const whole = await uncut()
    for (let cut = 1; cut < events.length; cut++) {
      const first = serverOf(events, []).client.responses.resume(id)
      let left = cut
      for await (const _event of first) if (--left === 0) break
      const saved: unknown = JSON.parse(JSON.stringify(first.checkpoint()))
      const second = serverOf(events, []).client.responses.resume(saved as never)
      expect(await readAll(second)).toEqual(events.slice(cut))
      expect(await second.finalResponse()).toEqual(whole)
    }
  })

  it('cut several times at random, goes on each time', async () => {
    const whole = await uncut()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(events.length), { maxLength: 6 }), async (breaks) => {
        const { client } = serverOf(events, breaks)
        const stream = client.responses.resume(id, { reconnect: { attempts: 10 } })
        expect(await readAll(stream)).toEqual(events)
        expect(await stream.finalResponse()).toEqual(whole)
      }),
      { numRuns: process.env.CI ? 50 : 10 },
    )
  })
})

it('a resume at 90 % fetches less than 15 % of the stream', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => ` a${index % 7}`)
  const text = words.join('')
  const deltas = words.map((word) => textDelta(0, 0, word))
  const events = numbered([
    created(),
    itemAdded(0),
    partAdded(0, 0),
    ...deltas,
    partDone(0, 0, text),
    itemDone(0, text),
    completed([message(0, text)]),
  ])
  const cut = Math.floor(events.length * 0.9)
  const { client, bytes } = serverOf(events, [cut])
  await client.responses.resume('resp_any').done()
  expect((bytes[1] ?? Infinity) / toSSE(events).length).toBeLessThan(0.15)
})
