import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WireResponse } from '../../../src/events/response.js'
import type { Backend, BackendEvent, BackendRun } from '../../../src/server/backend.js'
import { runHooks, type ServerHooks } from '../../../src/server/hooks.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { responseShell } from '../../../src/server/response-shell.js'
import type { RunEvent } from '../../../src/server/run/run-event.js'
import { startRun, type Run } from '../../../src/server/run/run.js'
import { parseAll } from '../support.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

interface Started {
  run: Run
  events: RunEvent[]
  sink: { ended: number }
}

const params = { model: 'm-test', input: 'Hi' }
const shell = responseShell('resp_t', params, 1_700_000_000)

function start(
  respond: Backend['respond'],
  options: { hooks?: ServerHooks; openAfter?: number; verbatim?: boolean } = {},
): Started {
  const events: RunEvent[] = []
  const sink = { ended: 0 }
  const run = startRun({
    backend: { respond, verbatim: options.verbatim ?? false },
    params,
    shell,
    principal: { owner: 'o' },
    requestId: 'req_t',
    sink: {
      push: (event) => void events.push(structuredClone(event)),
      room: () => undefined,
      end: () => void (sink.ended += 1),
    },
    hooks: runHooks(options.hooks ?? {}, { responseId: 'resp_t', requestId: 'req_t', owner: 'o', params }),
    openAfter: options.openAfter,
  })
  return { run, events, sink }
}

const added = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { id: 'msg_0', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
} satisfies BackendEvent
const part = {
  type: 'response.content_part.added',
  item_id: 'msg_0',
  output_index: 0,
  content_index: 0,
  part: { type: 'output_text', text: '', annotations: [] },
} satisfies BackendEvent
const delta = (text: string) =>
  ({
    type: 'response.output_text.delta',
    item_id: 'msg_0',
    output_index: 0,
    content_index: 0,
    delta: text,
    logprobs: [],
  }) satisfies BackendEvent
const never = new Promise<never>(() => undefined)

const typesOf = (events: readonly RunEvent[]): string[] => events.map((event) => event.type)
const numbersOf = (events: readonly RunEvent[]): unknown[] => events.map((event) => event.sequence_number)

describe('a backend that yields', () => {
  test('gets its opening events, its numbers, and the done events that it leaves out', async () => {
    const { run, events } = start(async function* () {
      yield added
      yield part
      yield delta('Hi ')
      yield delta('there')
      yield {
        type: 'response.completed',
        response: { usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } },
      }
    })
    const message = {
      ...added.item,
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hi there', annotations: [] }],
    }
    const at = { item_id: 'msg_0', output_index: 0, content_index: 0 }
    const completed = {
      ...shell,
      status: 'completed',
      completed_at: 1_700_000_000,
      service_tier: 'default',
      output: [message],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    }
    expect(await run.result).toEqual(completed)
    expect(events).toEqual([
      { type: 'response.created', sequence_number: 0, response: shell },
      { type: 'response.in_progress', sequence_number: 1, response: shell },
      { ...added, sequence_number: 2 },
      { ...part, sequence_number: 3 },
      { ...delta('Hi '), sequence_number: 4 },
      { ...delta('there'), sequence_number: 5 },
      { type: 'response.output_text.done', sequence_number: 6, ...at, text: 'Hi there', logprobs: [] },
      { type: 'response.content_part.done', sequence_number: 7, ...at, part: message.content[0] },
      { type: 'response.output_item.done', sequence_number: 8, output_index: 0, item: message },
      { type: 'response.completed', sequence_number: 9, response: completed },
    ])
  })

  test('may tell of its response before and at the end, but not who and when it is', async () => {
    const { run, events } = start(async function* () {
      yield {
        type: 'response.created',
        response: { id: 'resp_other', created_at: 1, status: 'queued', model: 'm-test-2026' },
      }
      yield { type: 'response.in_progress' }
      yield { type: 'response.completed', response: { id: 'resp_other', service_tier: 'flex' } }
    })
    expect(await run.result).toEqual({
      ...shell,
      model: 'm-test-2026',
      status: 'completed',
      completed_at: 1_700_000_000,
      service_tier: 'flex',
    })
    expect(
      events.map((event) =>
        'response' in event ? [event.type, (event.response as WireResponse).model] : [],
      ),
    ).toEqual([
      ['response.created', 'm-test-2026'],
      ['response.in_progress', 'm-test-2026'],
      ['response.completed', 'm-test-2026'],
    ])
  })

  test('has the last word on its output, but an empty one erases nothing', async () => {
    const item = { id: 'rs_0', type: 'reasoning' as const, summary: [], encrypted_content: 'first' }
    const backend = (output: object[]) =>
      async function* () {
        yield* parseAll(
          [
            { type: 'response.output_item.added', output_index: 0, item },
            { type: 'response.output_item.done', output_index: 0, item },
            { type: 'response.completed', response: { output } },
          ]
            .map((event) => `data: ${JSON.stringify(event)}\n\n`)
            .join(''),
        )
      }
    expect(await start(backend([{ ...item, encrypted_content: 'second' }])).run.result).toMatchObject({
      output: [{ id: 'rs_0', encrypted_content: 'second' }],
    })
    expect(await start(backend([])).run.result).toMatchObject({
      output: [{ id: 'rs_0', encrypted_content: 'first' }],
    })
  })

  test('B032: is not heard after its terminal event', async () => {
    let stopped = false
    const { run, events } = start(async function* () {
      try {
        yield { type: 'response.completed' }
        yield added
        yield { type: 'response.failed' }
      } finally {
        stopped = true
      }
    })
    await run.result
    await vi.advanceTimersByTimeAsync(0)
    expect(typesOf(events)).toEqual(['response.created', 'response.in_progress', 'response.completed'])
    expect(stopped).toBe(true)
  })

  test('B131: that ends without a terminal event is closed as incomplete and failed', async () => {
    const { run, events } = start(async function* () {
      yield added
      yield part
      yield delta('Hi ')
      yield delta('th')
    })
    const response = await run.result
    expect(typesOf(events).slice(6)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.failed',
    ])
    expect(response).toMatchObject({
      status: 'failed',
      completed_at: null,
      error: {
        code: 'upstream_truncated',
        message: 'The model stopped without saying that it was finished.',
      },
      output: [{ status: 'incomplete', content: [{ text: 'Hi th' }] }],
    })
  })

  test('B094: that ends by length in a tool call leaves it incomplete, with the arguments so far', async () => {
    const { run, events } = start(async function* () {
      yield {
        type: 'response.output_item.added',
        output_index: 0,
        item: {
          id: 'fc_0',
          type: 'function_call',
          call_id: 'call_0',
          name: 'f',
          arguments: '',
          status: 'in_progress',
        },
      }
      yield {
        type: 'response.function_call_arguments.delta',
        item_id: 'fc_0',
        output_index: 0,
        delta: '{"a":',
      }
      yield { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } }
    })
    const item = {
      id: 'fc_0',
      type: 'function_call',
      call_id: 'call_0',
      name: 'f',
      arguments: '{"a":',
      status: 'incomplete',
    }
    expect(await run.result).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      error: null,
      completed_at: null,
      output: [item],
    })
    expect(events.slice(4, 6)).toEqual([
      {
        type: 'response.function_call_arguments.done',
        sequence_number: 4,
        item_id: 'fc_0',
        output_index: 0,
        arguments: '{"a":',
        name: 'f',
      },
      { type: 'response.output_item.done', sequence_number: 5, output_index: 0, item },
    ])
  })
})

describe('failure', () => {
  test('B127: after forty events, error and response.failed have the next numbers', async () => {
    const { run, events } = start(async function* () {
      yield added
      yield part
      for (let count = 0; count < 36; count += 1) yield delta('x')
      throw new HTTPError({ status: 429, message: 'Slow down.', code: 'rate_limit_exceeded' })
    })
    expect(await run.result).toMatchObject({
      status: 'failed',
      error: { code: 'rate_limit_exceeded', message: 'Slow down.' },
    })
    expect(events.slice(40).map((event) => [event.sequence_number, event.type])).toEqual([
      [40, 'response.output_text.done'],
      [41, 'response.content_part.done'],
      [42, 'response.output_item.done'],
      [43, 'error'],
      [44, 'response.failed'],
    ])
    expect(events[43]).toEqual({
      type: 'error',
      sequence_number: 43,
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
      param: null,
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Slow down.', param: null },
    })
  })

  test('B049: before anything was sent it rejects, and no event goes out', async () => {
    const error = new HTTPError({ status: 429, message: 'Slow down.' })
    const { run, events, sink } = start(() => Promise.reject(error))
    await expect(run.started).rejects.toBe(error)
    await expect(run.result).rejects.toBe(error)
    expect({ events, ended: sink.ended }).toEqual({ events: [], ended: 1 })
  })

  test('a backend that throws at once is no different', async () => {
    const error = new TypeError('undefined is not a function')
    const { run } = start(() => {
      throw error
    })
    await expect(run.result).rejects.toBe(error)
  })

  test('an error event before any output is a refusal, after it the end', async () => {
    const failing = {
      type: 'error',
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
      param: null,
    } satisfies BackendEvent
    const early = start(async function* () {
      yield failing
    })
    await expect(early.run.started).rejects.toMatchObject({
      status: 500,
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
    })
    const late = start(async function* () {
      yield added
      yield failing
      yield delta('never seen')
    })
    await late.run.result
    expect(typesOf(late.events).slice(2)).toEqual([
      'response.output_item.added',
      'response.output_item.done',
      'error',
      'response.failed',
    ])
  })

  test('events that nobody can tell apart end the response, and the rest is kept', async () => {
    const call = (index: number): string =>
      JSON.stringify({
        type: 'response.output_item.added',
        output_index: index,
        item: {
          id: `fc_${index}`,
          type: 'function_call',
          call_id: `call_${index}`,
          name: 'f',
          arguments: '',
        },
      })
    const stray = JSON.stringify({ type: 'response.function_call_arguments.delta', delta: '{}' })
    const { run } = start(async function* () {
      yield* parseAll([call(0), call(1), stray].map((data) => `data: ${data}\n\n`).join(''))
    })
    expect(await run.result).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
      output: [
        { id: 'fc_0', arguments: '' },
        { id: 'fc_1', arguments: '' },
      ],
    })
  })

  test('a backend that ends without any sign of life is an error', async () => {
    const { run } = start(async () => undefined)
    await expect(run.started).rejects.toMatchObject({ status: 500, code: 'upstream_truncated' })
  })
})

describe('when the answer begins', () => {
  test('at the first output', async () => {
    const { run, events } = start(async function* () {
      yield added
      await never
    })
    await run.started
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
    ])
  })

  test('at started(), so that what fails later is told in the stream', async () => {
    const { run, events } = start(
      async ({ started }) => {
        started()
        throw new Error('boom')
      },
      { openAfter: 1000 },
    )
    await run.started
    await run.result
    expect(typesOf(events)).toEqual(['response.created', 'response.in_progress', 'error', 'response.failed'])
  })

  test('after a second of silence', async () => {
    const { run, events } = start(() => never, { openAfter: 1000 })
    await vi.advanceTimersByTimeAsync(999)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await run.started
    expect(typesOf(events)).toEqual(['response.created', 'response.in_progress'])
  })

  test('for a JSON answer only output counts', async () => {
    const { run } = start(async ({ started }) => {
      started()
      throw new HTTPError({ status: 503, message: 'Busy.' })
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(run.result).rejects.toMatchObject({ status: 503 })
  })
})

describe('stopping', () => {
  const why = new HTTPError({ status: 499, message: 'Gone.' })

  test('aborts the backend at once and ends as cancelled', async () => {
    let signal: AbortSignal | undefined
    const { run, events, sink } = start(async function* (own: BackendRun) {
      signal = own.signal
      yield added
      await never
    })
    await run.started
    run.stop(why, { status: 'cancelled' })
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toBe(why)
    expect(await run.result).toMatchObject({
      status: 'cancelled',
      error: null,
      completed_at: null,
      output: [{ status: 'incomplete' }],
    })
    expect(typesOf(events).slice(3)).toEqual(['response.output_item.done', 'response.failed'])
    expect(sink.ended).toBe(1)
  })

  test('before the answer has begun it rejects', async () => {
    const { run } = start(() => never)
    run.stop(why, { status: 'cancelled' })
    await expect(run.started).rejects.toBe(why)
  })

  test('whatever the backend does afterwards is swallowed', async () => {
    let go = (): void => undefined
    const { run, events } = start(async ({ writer }) => {
      const message = writer.message()
      await new Promise<void>((resolve) => (go = resolve))
      await message.text('too late')
      await writer.message().done()
      await writer.complete()
      throw new Error('too late as well')
    })
    run.stop(why, { status: 'cancelled' })
    const count = events.length
    go()
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toHaveLength(count)
    expect(await run.result).toMatchObject({ status: 'cancelled' })
  })

  test('a backend that never stops does not keep others from running', async () => {
    let rounds = 0
    const { run } = start(async ({ writer }) => {
      const message = writer.message()
      for (; rounds < 1_000_000; rounds += 1) await message.text('x')
    })
    await run.started
    run.stop(why, { status: 'cancelled' })
    const before = rounds
    await vi.advanceTimersByTimeAsync(3)
    expect(rounds - before).toBeLessThan(10)
  })

  test('after the end it does nothing', async () => {
    const { run } = start(async ({ writer }) => writer.complete())
    await run.result
    run.stop(why, { status: 'cancelled' })
    expect(await run.result).toMatchObject({ status: 'completed' })
  })
})

test('keepalive events have numbers of their own, between the first and the last event', async () => {
  let go = (): void => undefined
  const { run, events } = start(
    async ({ writer }) => {
      await new Promise<void>((resolve) => (go = resolve))
      await writer.message().text('Hi')
      await writer.complete()
    },
    { openAfter: 1000 },
  )
  expect(run.keepalive()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(run.keepalive()).toBe(true)
  go()
  await run.result
  expect(run.keepalive()).toBe(false)
  expect(typesOf(events).slice(0, 4)).toEqual([
    'response.created',
    'response.in_progress',
    'keepalive',
    'response.output_item.added',
  ])
  expect(numbersOf(events)).toEqual(events.map((_, index) => index))
})

test('a verbatim backend that breaks off is ended with the next number', async () => {
  const { run, events } = start(
    async function* () {
      yield {
        type: 'response.created',
        sequence_number: 7,
        response: {
          id: 'resp_own',
          object: 'response',
          created_at: 5,
          model: 'own',
          status: 'in_progress',
          output: [],
        },
      }
    },
    { verbatim: true },
  )
  expect(await run.result).toMatchObject({
    id: 'resp_own',
    created_at: 5,
    model: 'own',
    status: 'failed',
    error: { code: 'upstream_truncated' },
  })
  expect(events.map((event) => [event.sequence_number, event.type])).toEqual([
    [7, 'response.created'],
    [8, 'response.failed'],
  ])
})

test('a backend is held back while there is no room', async () => {
  let makeRoom = (): void => undefined
  const yielded: string[] = []
  startRun({
    backend: {
      async *respond() {
        for (const text of ['a', 'b', 'c']) {
          yielded.push(text)
          yield text === 'a' ? added : part
        }
      },
    },
    params,
    shell,
    principal: { owner: 'o' },
    requestId: 'req_t',
    sink: {
      push: () => undefined,
      room: () => new Promise((resolve) => (makeRoom = resolve)),
      end: () => undefined,
    },
    hooks: runHooks({}, { responseId: 'resp_t', requestId: 'req_t', owner: 'o', params }),
    openAfter: undefined,
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(yielded).toEqual(['a'])
  makeRoom()
  await vi.advanceTimersByTimeAsync(0)
  expect(yielded).toEqual(['a', 'b'])
})

describe('hooks', () => {
  test('are called in order, the end once with the usage', async () => {
    const calls: unknown[] = []
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    const { run } = start(
      async ({ writer }) => {
        await writer.message().text('Hi')
        await writer.complete({ usage })
      },
      {
        hooks: {
          onRunStart: (info) => calls.push(['start', info]),
          onFirstOutput: ({ elapsed }) => calls.push(['first', elapsed]),
          onRunEnd: ({ response, usage: told, elapsed, ...info }) =>
            calls.push(['end', response?.status, told, elapsed, info]),
          onDiagnostic: () => calls.push('diagnostic'),
        },
      },
    )
    await run.result
    const info = { responseId: 'resp_t', requestId: 'req_t', owner: 'o', params }
    expect(calls).toEqual([
      ['start', info],
      ['first', 0],
      ['end', 'completed', usage, 0, info],
    ])
  })

  test('are told what the backend threw, and what rules it broke', async () => {
    const told: unknown[] = []
    const error = new Error('boom')
    const { run } = start(
      async function* () {
        yield delta('no item was added for this')
        throw error
      },
      {
        hooks: {
          onRunEnd: (info) => told.push(info.error, info.response?.status),
          onDiagnostic: ({ diagnostic }) => told.push(diagnostic.rule),
        },
      },
    )
    await run.result
    expect(told).toEqual(['item-not-added', 'content-part-missing', error, 'failed'])
  })

  test('that throw change nothing', async () => {
    const broken = (): never => {
      throw new Error('broken hook')
    }
    const { run } = start(async ({ writer }) => writer.complete(), {
      hooks: { onRunStart: broken, onRunEnd: broken },
    })
    expect(await run.result).toMatchObject({ status: 'completed' })
  })
})
