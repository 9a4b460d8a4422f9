import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackendEvent } from '../../../src/server/backend.js'
import { HTTPError } from '../../../src/server/http-error.js'
import { parseAll } from '../support.js'
import { added, delta, part, start, typesOf } from './start-run.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

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
