import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WireResponse } from '../../../src/events/response.js'
import { startRun } from '../../../src/server/run/run.js'
import { runHooks } from '../../../src/server/hooks.js'
import { parseAll } from '../support.js'
import { added, delta, numbersOf, params, part, shell, start, typesOf } from './start-run.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

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
