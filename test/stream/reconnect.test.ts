import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import type { ReconnectAttempt } from '../../src/stream/reconnect.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import {
  completed,
  created,
  inProgress,
  itemAdded,
  itemDone,
  jsonAnswer,
  message,
  numbered,
  partAdded,
  partDone,
  queued,
  response,
  type ScriptedAnswer,
  scriptedFetch,
  textDelta,
  textDone,
  toSSE,
} from '../../src/testing/index.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Numbered = ResponseStreamEvent & { sequence_number: number }

const background = { background: true, store: true }
const events: Numbered[] = numbered([
  { ...created(), response: response('queued', [], background) },
  { ...queued(), response: response('queued', [], background) },
  { ...inProgress(), response: response('in_progress', [], background) },
  itemAdded(0),
  partAdded(0, 0),
  textDelta(0, 0, 'Hi '),
  textDelta(0, 0, 'there'),
  textDone(0, 0, 'Hi there'),
  partDone(0, 0, 'Hi there'),
  itemDone(0, 'Hi there'),
  {
    ...completed([message(0, 'Hi there')]),
    response: response('completed', [message(0, 'Hi there')], background),
  },
])
const final = response('completed', [message(0, 'Hi there')], background)

const until = (count: number, end: 'reset' | 'eof' | 'hang' = 'reset'): ScriptedAnswer => ({
  steps: [toSSE(events.slice(0, count)), { end }],
})
const after = (number: number, to?: number): ScriptedAnswer => ({
  steps: [toSSE(events.slice(number + 1, to))],
})

const params = { model: 'm', input: 'hi', background: true }

function open(...answers: ScriptedAnswer[]) {
  const fetch = scriptedFetch(answers)
  const client = new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch, maxRetries: 0 })
  const attempts: ReconnectAttempt[] = []
  const urls = () =>
    fetch.requests.map(({ method, url }) => `${method} ${url.replace('https://api.test/v1', '')}`)
  return { client, fetch, attempts, urls }
}

async function readAll(client: Millrace, attempts: ReconnectAttempt[], options = {}) {
  const stream = client.responses.stream(params, { freezeSnapshots: true, ...options })
  stream.on('reconnect', (attempt) => attempts.push(attempt))
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const event of stream) seen.push(wireEvent(event))
  })()
  const outcome = reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(200_000)
  return { seen, stream, error: await outcome }
}

describe('a background stream whose connection is lost', () => {
  it('after any event goes on with the next: each event once, in order', async () => {
    for (let cut = 1; cut < events.length; cut++) {
      const { client, attempts, urls } = open(until(cut), after(cut - 1))
      const { seen, stream, error } = await readAll(client, attempts)
      expect(error).toBeUndefined()
      expect(seen).toEqual(events)
      expect((await stream.finalResponse()).output_text).toBe('Hi there')
      expect(urls()).toEqual([
        'POST /responses',
        `GET /responses/resp_t?stream=true&starting_after=${cut - 1}`,
      ])
      expect(stream.metrics.reconnects).toBe(1)
    }
  })

  it.each(['eof', 'hang'] as const)('by %s goes on as well', async (end) => {
    const { client, attempts } = open(until(6, end), after(5))
    expect((await readAll(client, attempts)).seen).toEqual(events)
  })

  it('again and again goes on as long as there is something new', async () => {
    const answers = events.map((_, index): ScriptedAnswer => ({
      steps: [toSSE(events.slice(index, index + 1)), { end: 'reset' }],
    }))
    const { client, attempts } = open(...answers)
    const { seen, error } = await readAll(client, attempts)
    expect([seen, error]).toEqual([events, undefined])
    expect(attempts.every(({ attempt }) => attempt === 1)).toBe(true)
  })

  it('waits longer each time, at random, and says so', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, attempts } = open(until(3), { status: 503 }, { status: 502 }, after(2))
    await readAll(client, attempts)
    expect(attempts.map(({ attempt, delay, via }) => [attempt, delay, via])).toEqual([
      [1, 250, 'stream'],
      [2, 500, 'stream'],
      [3, 1000, 'stream'],
    ])
  })

  it('waits as long as the server asks', async () => {
    const { client, attempts } = open(until(3), { status: 429, headers: { 'retry-after': '7' } }, after(2))
    await readAll(client, attempts)
    expect(attempts.map(({ delay }) => delay)[1]).toBe(7000)
  })

  it('repeats nothing that the server repeats', async () => {
    const { client, attempts } = open(until(6), after(-1))
    expect((await readAll(client, attempts)).seen).toEqual(events)
  })

  it('B090: fetches everything again when events are missing, before anything after them is delivered', async () => {
    const { client, attempts, urls } = open(until(5), after(6), after(-1))
    expect((await readAll(client, attempts)).seen).toEqual(events)
    expect(urls().slice(1)).toEqual([
      'GET /responses/resp_t?stream=true&starting_after=4',
      'GET /responses/resp_t?stream=true',
    ])
  })

  it('takes a hole for what it is when the replay has it too', async () => {
    const gappy = events.filter(({ sequence_number }) => sequence_number !== 5)
    const all: ScriptedAnswer = { steps: [toSSE(gappy)] }
    const { client, attempts } = open(until(5), { steps: [toSSE(gappy.slice(5))] }, all)
    expect((await readAll(client, attempts)).seen).toEqual(gappy)
  })

  it('B106: polls for the end when the events have expired', async () => {
    const expired = jsonAnswer(400, {
      error: {
        message: 'This response can no longer be streamed because it is more than 5 minutes old.',
        type: 'invalid_request_error',
        code: null,
      },
    })
    const running = jsonAnswer(200, response('in_progress', [], background))
    const { client, attempts, urls } = open(until(6), expired, running, running, jsonAnswer(200, final))
    const { seen, stream, error } = await readAll(client, attempts)
    expect(error).toBeUndefined()
    expect(seen).toEqual([
      ...events.slice(0, 6),
      { type: 'response.completed', response: expect.objectContaining(final) },
    ])
    expect((await stream.finalResponse()).output_text).toBe('Hi there')
    expect(attempts.map(({ via }) => via)).toEqual(['stream', 'poll'])
    expect(urls().slice(2)).toEqual([
      'GET /responses/resp_t',
      'GET /responses/resp_t',
      'GET /responses/resp_t',
    ])
  })

  it('polls when no attempt to stream succeeds, and gives up when that fails as well', async () => {
    const { client, attempts, urls } = open(until(6), { status: 503 })
    const { error, stream } = await readAll(client, attempts)
    expect(error).toMatchObject({
      status: 503,
      responseId: 'resp_t',
      sequenceNumber: 5,
      checkpoint: { sequence_number: 5 },
    })
    expect(attempts.map(({ via }) => via)).toEqual(['stream', 'stream', 'stream', 'stream', 'stream', 'poll'])
    expect(urls().length).toBe(1 + 5 + 5)
    expect(stream.snapshot?.output_text).toBe('Hi ')
  })

  it('B107: asks once what became of the response when the resumed stream is empty', async () => {
    const { client, attempts, urls } = open(until(6), { steps: [] }, jsonAnswer(200, final))
    const { seen, error } = await readAll(client, attempts)
    expect(error).toBeUndefined()
    expect(seen.length).toBe(7)
    expect(urls().slice(1)).toEqual([
      'GET /responses/resp_t?stream=true&starting_after=5',
      'GET /responses/resp_t',
    ])
  })

  it.each([
    ['a refusal', jsonAnswer(401, { error: { message: 'no', code: 'invalid_api_key' } }), { status: 401 }],
    ['a response that is gone', jsonAnswer(404, { error: { message: 'no' } }), { status: 404 }],
    [
      'a malformed frame',
      { steps: ['data: {"type":\n\n'] },
      { code: 'protocol_error', rule: 'invalid-json' },
    ],
  ])('B107: does not go on after %s', async (_what, answer, expected) => {
    const { client, attempts, urls } = open(until(6), answer)
    expect((await readAll(client, attempts)).error).toMatchObject(expected)
    expect(urls().length).toBe(2)
  })

  it('B107: does not go on after an error of the consumer', async () => {
    const { client, urls } = open(until(6), after(5))
    const mine = new Error('mine')
    const stream = client.responses.stream(params).on('response.output_text.delta', () => {
      throw mine
    })
    const failure = expect(stream.done()).rejects.toBe(mine)
    await vi.advanceTimersByTimeAsync(1000)
    await failure
    expect(urls().length).toBe(1)
  })

  it('stays lost with reconnect: false', async () => {
    const { client, attempts, urls } = open(until(6), after(5))
    const { error } = await readAll(client, attempts, { reconnect: false })
    expect(error).toMatchObject({ code: 'connection_error', sequenceNumber: 5 })
    expect(urls().length).toBe(1)
  })

  it('can be aborted while it waits', async () => {
    const { client, urls } = open(until(6), after(5))
    const stream = client.responses.stream(params)
    stream.on('reconnect', () => stream.abort('enough'))
    const failure = expect(stream.done()).rejects.toMatchObject({ code: 'aborted', cause: 'enough' })
    await vi.advanceTimersByTimeAsync(20_000)
    await failure
    expect(urls().length).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('B105: events without a number', () => {
  const plain = { type: 'response.future', detail: 'x' }

  it('do not clear the cursor, and are delivered when they follow a new one', async () => {
    const first: ScriptedAnswer = { steps: [toSSE([...events.slice(0, 5), plain]), { end: 'reset' }] }
    const second: ScriptedAnswer = {
      steps: [toSSE([plain, ...events.slice(5, 7), plain, ...events.slice(7)])],
    }
    const { client, attempts, urls } = open(first, second)
    const { seen } = await readAll(client, attempts)
    expect(urls()[1]).toBe('GET /responses/resp_t?stream=true&starting_after=4')
    expect(seen).toEqual([...events.slice(0, 5), plain, ...events.slice(5, 7), plain, ...events.slice(7)])
  })

  it('are told apart by their place when the resumed stream has no numbers at all', async () => {
    const bare = events.slice(3).map(({ sequence_number: _number, ...event }) => event)
    const { client, attempts } = open(until(10), { steps: [toSSE(bare)] })
    const { seen, error } = await readAll(client, attempts)
    expect(error).toBeUndefined()
    expect(seen).toEqual([...events.slice(0, 10), bare.at(-1)])
  })
})

it('B108: a recovery snapshot replaces what was folded, and later deltas continue it', async () => {
  const recovered = {
    ...inProgress(),
    response: response('in_progress', [{ ...message(0, 'Hi th', 'in_progress') }], background),
  }
  const rest = numbered([recovered, textDelta(0, 0, 'ere'), ...events.slice(7)], 6).map((event, index) => ({
    ...event,
    sequence_number: 6 + index,
  }))
  const { client } = open(until(6), { steps: [toSSE(rest)] })
  const stream = client.responses.stream(params)
  const resets: (string | undefined)[] = []
  stream.on('snapshot.reset', (snapshot) => resets.push(snapshot?.output_text))
  const text = stream.text()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([await text, resets]).toEqual(['Hi there', ['Hi th']])
})

describe('a foreground stream', () => {
  const foreground = { model: 'm', input: 'hi' }
  const own = numbered([created(), inProgress(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Here is')])

  it('B110: is never sent again once an event was delivered', async () => {
    const { client, urls } = open({ steps: [toSSE(own), { end: 'reset' }] }, after(-1))
    const stream = client.responses.stream(foreground)
    const failure = expect(stream.done()).rejects.toMatchObject({
      code: 'connection_error',
      snapshot: { output_text: 'Here is' },
    })
    await vi.advanceTimersByTimeAsync(20_000)
    await failure
    expect(urls()).toEqual(['POST /responses'])
  })

  it('is sent again, as the same request, when it broke before the first event', async () => {
    const fetch = scriptedFetch([{ steps: [{ end: 'reset' }] }, after(-1)])
    const client = new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch })
    const text = client.responses.stream(foreground).text()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await text).toBe('Hi there')
    const keys = fetch.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, keys[0]]).toEqual([2, keys[1]])
  })
})

describe('a background request whose fate is unknown', () => {
  const lost: ScriptedAnswer = { steps: [{ end: 'reset' }] }

  it('is not sent again to a server that is not known to join repetitions', async () => {
    const fetch = scriptedFetch([lost])
    const client = new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch })
    const failure = expect(client.responses.stream(params).done()).rejects.toMatchObject({
      code: 'unknown_outcome',
    })
    await vi.advanceTimersByTimeAsync(20_000)
    await failure
    expect(fetch.requests.length).toBe(1)
  })

  it('is sent again to one that answered with the key', async () => {
    const fetch = scriptedFetch(({ headers }, index) => ({
      ...(index === 0 ? lost : after(-1)),
      headers: {
        'content-type': 'text/event-stream',
        'idempotency-key': headers.get('idempotency-key') ?? '',
      },
    }))
    const client = new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch })
    const text = client.responses.stream(params).text()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await text).toBe('Hi there')
  })
})

describe('resume', () => {
  it('from an id delivers everything', async () => {
    const { client, urls } = open(after(-1))
    const text = client.responses.resume('resp_t').text()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await text).toBe('Hi there')
    expect(urls()).toEqual(['GET /responses/resp_t?stream=true'])
  })

  it('from a cursor delivers later events with complete snapshots, as the official SDK does', async () => {
    const { client, urls } = open(after(-1))
    const stream = client.responses.stream({ response_id: 'resp_t', starting_after: 5 })
    const seen: unknown[] = []
    for await (const event of stream)
      seen.push(event.type === 'response.output_text.delta' ? event.snapshot : event.sequence_number)
    expect(seen).toEqual(['Hi there', 7, 8, 9, 10])
    expect(urls()).toEqual(['GET /responses/resp_t?stream=true'])
  })

  it('B109: from a cursor at or behind the end gives the outcome, and no event', async () => {
    for (const starting_after of [10, 50]) {
      const { client } = open(after(-1))
      const stream = client.responses.stream({ response_id: 'resp_t', starting_after })
      const seen: unknown[] = []
      for await (const event of stream) seen.push(event)
      expect([seen, (await stream.finalResponse()).status]).toEqual([[], 'completed'])
    }
  })

  it('law 3: from a checkpoint taken after any event, stored as JSON, fetches only what comes after it', async () => {
    const whole = open(after(-1)).client.responses.resume('resp_t').finalResponse()
    await vi.advanceTimersByTimeAsync(1000)
    const uncut = await whole
    for (let cut = 1; cut < events.length; cut++) {
      const first = open(until(cut, 'hang')).client.responses.stream(params)
      for await (const event of first) if (event.sequence_number === cut - 1) break
      const saved = JSON.stringify(first.checkpoint())
      const { client, urls } = open(after(cut - 1))
      const second = client.responses.resume(JSON.parse(saved))
      const seen: unknown[] = []
      for await (const event of second) seen.push(wireEvent(event))
      expect(seen).toEqual(events.slice(cut))
      expect(await second.finalResponse()).toEqual(uncut)
      expect(urls()).toEqual([`GET /responses/resp_t?stream=true&starting_after=${cut - 1}`])
    }
  })

  it('refuses a checkpoint that is damaged, and arguments that are none', () => {
    const { client } = open(after(-1))
    expect(() =>
      client.responses.resume({
        version: 1,
        response_id: 'resp_t',
        sequence_number: 3,
        state: { version: 9 } as never,
      }),
    ).toThrow(expect.objectContaining({ code: 'invalid_checkpoint' }))
    expect(() => client.responses.resume('')).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(() => client.responses.resume({ response_id: 'resp_t', sequence_number: -1 })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    )
    expect(() => client.responses.stream({ response_id: 'resp_t', model: 'm' } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    )
  })
})

describe('cancel', () => {
  it('stops the generation and lets the stream end with what the server says', async () => {
    const cancelled = response('cancelled', [], background)
    const fetch = scriptedFetch(({ method, url }) => {
      if (url.endsWith('/cancel')) return jsonAnswer(200, cancelled)
      expect(method).toBe('POST')
      return {
        steps: [
          toSSE(events.slice(0, 4)),
          { wait: 50 },
          toSSE(numbered([{ type: 'response.failed' as const, response: cancelled }], 4)),
        ],
      }
    })
    const client = new Millrace({ baseURL: 'https://api.test/v1', apiKey: 'test', fetch })
    const stream = client.responses.stream(params)
    const answer = stream.cancel()
    const final = stream.finalResponse()
    await vi.advanceTimersByTimeAsync(1000)
    expect([(await answer).status, (await final).status]).toEqual(['cancelled', 'cancelled'])
  })
})
