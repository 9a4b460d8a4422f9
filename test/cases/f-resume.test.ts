import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Millrace } from '../../src/client/millrace.js'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import type { StreamEvent } from '../../src/stream/event-feed.js'
import type { ResponseStream } from '../../src/stream/response-stream.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import {
  failed,
  happy,
  jsonAnswer,
  message,
  numbered,
  response,
  type ScriptedAnswer,
  scriptedFetch,
  toSSE,
} from '../../src/testing/index.js'

// What these cases are about is a conversation of several requests. The rest of section F is in
// test/stream/reconnect.test.ts, where the table of cases/README.md says so.

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const background = { background: true, store: true }
const events = numbered(inBackground(happy()))
const running = response('in_progress', [], background)
const final = response('completed', [message(0, 'Hi there')], background)

function inBackground(list: readonly ResponseStreamEvent[]): ResponseStreamEvent[] {
  const copies = structuredClone([...list])
  for (const event of copies)
    if ('response' in event && typeof event.response === 'object') Object.assign(event.response, background)
  return copies
}

const first = (count: number, end: 'reset' | 'hang' = 'reset'): ScriptedAnswer => ({
  steps: [toSSE(events.slice(0, count)), { end }],
})
const after = (number: number): ScriptedAnswer => ({ steps: [toSSE(events.slice(number + 1))] })
const empty: ScriptedAnswer = { steps: [] }
const refusal = (status: number, error: object): ScriptedAnswer =>
  jsonAnswer(status, { error: { type: 'invalid_request_error', param: null, code: null, ...error } })

function open(...answers: ScriptedAnswer[]) {
  const fetch = scriptedFetch(answers)
  const { responses } = new Millrace({
    baseURL: 'https://api.test/v1',
    apiKey: 'test',
    fetch,
    maxRetries: 0,
  })
  const requests = (): string[] =>
    fetch.requests.map(({ method, url }) => `${method} ${url.replace('https://api.test/v1/responses', '')}`)
  const run = (options = {}): ResponseStream =>
    responses.stream({ model: 'm', input: 'hi', background: true }, options)
  return { responses, requests, run }
}

/** Reads it to its end; what ends it otherwise is given, not thrown. */
async function read(stream: ResponseStream): Promise<{ seen: unknown[]; error: unknown }> {
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const event of stream) seen.push(wireEvent(event))
  })().then(
    () => undefined,
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(300_000)
  return { seen, error: await reading }
}

describe('B101: the cursor is sent when there is a state to go on from', () => {
  test('from a checkpoint only later events are fetched; from a cursor all are; both give the same', async () => {
    const uncut = open(first(6, 'hang'))
    const left = uncut.run()
    for await (const event of left) if (event.sequence_number === 5) break
    const checkpoint = left.checkpoint()
    if (checkpoint === undefined) throw new Error('There is no checkpoint.')

    const byState = open(after(5))
    const resumed = byState.responses.resume(checkpoint)
    expect(await read(resumed)).toEqual({ seen: events.slice(6), error: undefined })
    expect(byState.requests()).toEqual(['GET /resp_t?stream=true&starting_after=5'])

    const byCursor = open(after(-1))
    const helper = byCursor.responses.stream({ response_id: 'resp_t', starting_after: 5 })
    expect(await read(helper)).toEqual({ seen: events.slice(6), error: undefined })
    expect(byCursor.requests()).toEqual(['GET /resp_t?stream=true'])

    expect(await resumed.finalResponse()).toEqual(await helper.finalResponse())
    expect((await resumed.finalResponse()).output_text).toBe('Hi there')
  })
})

describe('B102: a server that answers a cursor with the suffix alone', () => {
  test.each([4, 5, 8])('after %i: the later events, and the exact response', async (number) => {
    const stream = open(after(number)).responses.stream({ response_id: 'resp_t', starting_after: number })
    expect(await read(stream)).toEqual({ seen: events.slice(number + 1), error: undefined })
    expect((await stream.finalResponse()).output).toEqual([message(0, 'Hi there')])
  })
})

describe('B105: an event without a number does not clear the cursor', () => {
  const plain = { type: 'response.future' }
  const gappy = numbered(inBackground([...happy().slice(0, 2), ...happy().slice(4, 5)])).map(
    (event, index) => ({ ...event, sequence_number: [0, 1, 4][index] ?? 0 }),
  )

  test('0, 1, 4 and none: the cursor is 4, and the resumed stream is read from 5 on', async () => {
    const { run, requests } = open(
      { steps: [toSSE([...gappy, plain]), { end: 'reset' }] },
      { steps: [toSSE([plain, ...events.slice(5)])] },
    )
    expect(await read(run())).toEqual({ seen: [...gappy, plain, ...events.slice(5)], error: undefined })
    expect(requests()[1]).toBe('GET /resp_t?stream=true&starting_after=4')
  })

  test('a resumed stream without any number is never silently empty', async () => {
    const bare = events.slice(5).map(({ sequence_number: _number, ...event }): StreamEvent => event)
    const { run } = open(first(5), { steps: [toSSE(bare)] })
    const stream = run()
    const { seen, error } = await read(stream)
    expect(error).toBeUndefined()
    expect(seen).toEqual([...events.slice(0, 5), ...bare])
    expect((await stream.finalResponse()).output).toEqual([message(0, 'Hi there')])
  })
})

describe('B106: a stream that has expired', () => {
  const expired = refusal(400, {
    message: 'This response can no longer be streamed because it is more than 5 minutes old.',
  })

  test('the response is polled instead, less and less often, and listeners are told', async () => {
    const { run, requests } = open(
      first(6),
      expired,
      ...[running, running, final].map((each) => jsonAnswer(200, each)),
    )
    const ways: string[] = []
    const stream = run().on('reconnect', ({ via }) => ways.push(via))
    const { seen, error } = await read(stream)
    expect(error).toBeUndefined()
    expect(seen).toEqual([
      ...events.slice(0, 6),
      { type: 'response.completed', response: { ...final, output_text: 'Hi there' } },
    ])
    expect(ways).toEqual(['stream', 'poll'])
    expect(requests().slice(2)).toEqual(['GET /resp_t', 'GET /resp_t', 'GET /resp_t'])
    expect((await stream.finalResponse()).status).toBe('completed')
  })

  test('polling can be aborted', async () => {
    const { run } = open(first(6), expired, jsonAnswer(200, running))
    const stream = run()
    setTimeout(() => stream.abort('enough'), 60_000)
    expect((await read(stream)).error).toMatchObject({ code: 'aborted', cause: 'enough', sequenceNumber: 5 })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('B107: what makes a stream go on, and what does not', () => {
  test('a response that failed is an outcome', async () => {
    const end = { ...failed('server_error', 'late'), sequence_number: 6 }
    const { run, requests } = open(first(6), { steps: [toSSE([end])] })
    const stream = run()
    expect(await read(stream)).toEqual({ seen: [...events.slice(0, 6), end], error: undefined })
    expect((await stream.finalResponse()).status).toBe('failed')
    expect(requests().length).toBe(2)
  })

  test('resumed streams that are empty while the response runs are not asked for for ever', async () => {
    const stillRunning = jsonAnswer(200, running)
    const { run, requests } = open(
      first(6),
      empty,
      stillRunning,
      empty,
      stillRunning,
      empty,
      stillRunning,
      jsonAnswer(200, final),
    )
    const { seen, error } = await read(run({ reconnect: { attempts: 3 } }))
    expect(error).toBeUndefined()
    expect(seen.length).toBe(7)
    expect(requests().slice(1)).toEqual([
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t',
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t',
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t',
      'GET /resp_t',
    ])
  })

  const bare = events.slice(0, 5).map(({ type, sequence_number: _number, ...rest }) => ({ type, ...rest }))
  test.each([
    ['keepalives', [{ type: 'keepalive' }], 'eof'],
    ['events that nobody knows, without a number', [{ type: 'response.future' }], 'eof'],
    ['the beginning, without numbers', bare, 'eof'],
    ['what was delivered already', events.slice(0, 5), 'reset'],
  ] as const)('resumed streams with nothing but %s are no progress', async (_what, useless, end) => {
    const cut: ScriptedAnswer = { steps: [toSSE(useless), { end }] }
    const { run, requests } = open(first(6), cut, cut, cut, jsonAnswer(200, final))
    const stream = run({ reconnect: { attempts: 3 } })
    expect((await read(stream)).error).toBeUndefined()
    expect((await stream.finalResponse()).output_text).toBe('Hi there')
    expect(requests().slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'GET /resp_t?stream=true&starting_after=5'),
      'GET /resp_t',
    ])
  })

  test('a cursor that is refused: once from the beginning, and nothing is delivered twice', async () => {
    const refused = refusal(400, { message: 'Unknown cursor.', param: 'starting_after' })
    const { run, requests } = open(first(6), refused, after(-1))
    expect(await read(run())).toEqual({ seen: events, error: undefined })
    expect(requests().slice(1)).toEqual([
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t?stream=true',
    ])

    const stubborn = open(first(6), refused)
    expect((await read(stubborn.run())).error).toMatchObject({ status: 400, param: 'starting_after' })
    expect(stubborn.requests().length).toBe(3)
  })
})

describe('B109: the end is at or before the cursor', () => {
  const end = { ...failed('server_error', 'early'), sequence_number: 3 }
  const stored = [...events.slice(0, 3), end]

  test.each([3, 10])('by cursor %i: no event, and the response that failed', async (starting_after) => {
    const { responses } = open({ steps: [toSSE(stored)] })
    const stream = responses.stream({ response_id: 'resp_t', starting_after })
    expect(await read(stream)).toEqual({ seen: [], error: undefined })
    expect(await stream.finalResponse()).toMatchObject({ status: 'failed', error: { message: 'early' } })
  })

  test.each([
    ['nothing', empty],
    ['what is known already, and no end', { steps: [toSSE(events.slice(0, 4))] }],
  ])('by a checkpoint, from a server that sends %s: one question decides', async (_what, answer) => {
    const left = open(first(6, 'hang')).run()
    for await (const event of left) if (event.sequence_number === 5) break
    const checkpoint = left.checkpoint()
    if (checkpoint === undefined) throw new Error('There is no checkpoint.')
    const error = { code: 'server_error', message: 'early' }
    const { responses, requests } = open(
      empty,
      answer,
      jsonAnswer(200, { ...response('failed', [], background), error }),
    )
    const stream = responses.resume(checkpoint)
    expect((await read(stream)).seen).toMatchObject([{ type: 'response.failed' }])
    expect(await stream.finalResponse()).toMatchObject({ status: 'failed', error })
    expect(requests()).toEqual([
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t?stream=true&starting_after=5',
      'GET /resp_t',
    ])
  })
})

describe('B114: cancel before any id is known', () => {
  const keepalive = { type: 'keepalive' as const }

  test('waits for the id', async () => {
    const cancelled = response('cancelled', [], background)
    const end = { type: 'response.failed', sequence_number: 2, response: cancelled }
    const { run, requests } = open(
      {
        steps: [
          toSSE([keepalive]),
          { wait: 60_000 },
          toSSE(events.slice(0, 2)),
          { wait: 1000 },
          toSSE([end]),
        ],
      },
      jsonAnswer(200, cancelled),
    )
    const stream = run()
    const cancelling = stream.cancel()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(requests()).toEqual(['POST '])
    await vi.advanceTimersByTimeAsync(5000)
    expect((await cancelling).status).toBe('cancelled')
    expect(requests()).toEqual(['POST ', 'POST /resp_t/cancel'])
    expect((await stream.finalResponse()).status).toBe('cancelled')
  })

  test('rejects with what ended the stream when it ends without one', async () => {
    const { run } = open({ steps: [toSSE([keepalive]), { wait: 300_000 }] })
    const stream = run({ reconnect: false, timeout: { progress: 120_000, idle: 0 } })
    const timer = { code: 'stream_idle', timer: 'progress' }
    const rejections = [
      expect(stream.cancel()).rejects.toMatchObject(timer),
      expect(stream.done()).rejects.toMatchObject(timer),
    ]
    await vi.advanceTimersByTimeAsync(300_000)
    await Promise.all(rejections)
    expect(stream.metrics.keepalives).toBe(1)
  })

  test('says that there is nothing to cancel when the response ended without an id', async () => {
    const end = { type: 'response.completed', response: { object: 'response', status: 'completed' } }
    const { run } = open({ steps: [toSSE([end])] })
    const stream = run()
    const cancelling = expect(stream.cancel()).rejects.toMatchObject({ code: 'no_response_id' })
    await vi.advanceTimersByTimeAsync(1000)
    await cancelling
  })
})
