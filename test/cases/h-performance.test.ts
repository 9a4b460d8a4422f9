import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import type { Snapshot } from '../../src/snapshot/snapshot.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import type { ResponseStreamOptions } from '../../src/stream/response-stream-options.js'
import { Stream } from '../../src/stream/stream.js'
import {
  argumentsDelta,
  argumentsDone,
  completed,
  created,
  functionCall,
  functionCallAdded,
  functionCallDone,
  itemAdded,
  message,
  numbered,
  partAdded,
  textDelta,
} from '../../src/testing/index.js'

// Work is counted here: time on a shared machine proves nothing. The time itself is in the benchmarks.

afterEach(() => {
  vi.restoreAllMocks()
})

function opening(items: number): ResponseStreamEvent[] {
  return [
    created(),
    ...Array.from({ length: items }, (_, index) => [itemAdded(index), partAdded(index, 0)]).flat(),
  ]
}

describe('B075: many parallel calls', () => {
  test('64 calls at indexes with gaps keep their own arguments', async () => {
    const indexes = Array.from({ length: 64 }, (_, k) => k * 3 + 1)
    const json = (index: number): string => `{"n":${index}}`
    const pieces = [0, 1, 2].flatMap((piece) =>
      indexes.map((index) =>
        argumentsDelta(index, json(index).slice(piece * 3, piece === 2 ? undefined : piece * 3 + 3)),
      ),
    )
    const calls = indexes.map((index) => functionCall(index, json(index)))
    const stream = ResponseStream.from(
      numbered([
        created(),
        ...indexes.map(functionCallAdded),
        ...pieces,
        ...indexes.toReversed().map((index) => argumentsDone(index, json(index))),
        ...indexes.toReversed().map((index) => functionCallDone(index, json(index))),
        completed(calls),
      ]),
      { strict: true },
    )
    const chunks = new Map<number, string>()
    for await (const event of stream) {
      if (event.type !== 'response.function_call_arguments.delta') continue
      chunks.set(event.output_index, (chunks.get(event.output_index) ?? '') + event.delta)
      expect(event.snapshot).toBe(chunks.get(event.output_index))
    }
    expect([...chunks]).toEqual(indexes.map((index) => [index, json(index)]))
    expect((await stream.finalResponse()).output).toEqual(calls)
  })
})

describe('B133: the cost of a delta does not grow with the response', () => {
  test('a snapshot read after a delta shares every item that did not change', async () => {
    const count = 200
    const deltas = Array.from({ length: count }, (_, index) => textDelta(index, 0, 'x'))
    const stream = ResponseStream.from(numbered([...opening(count), ...deltas]))
    let before: Snapshot | undefined
    const changed: number[] = []
    for await (const event of readable(stream)) {
      if (event.type !== 'response.output_text.delta') {
        before = stream.snapshot
        continue
      }
      const after = stream.snapshot
      changed.push(after?.output.filter((item, index) => item !== before?.output[index]).length ?? -1)
      before = after
    }
    expect(changed).toEqual(deltas.map(() => 1))
  })

  test('reading twice without an event between gives the same object', async () => {
    const stream = ResponseStream.from(numbered(opening(1)))
    for await (const _ of readable(stream)) expect(stream.snapshot).toBe(stream.snapshot)
  })

  test('nothing is cloned and nothing is serialised, however many deltas are read', async () => {
    const clone = vi.spyOn(globalThis, 'structuredClone')
    const stringify = vi.spyOn(JSON, 'stringify')
    const deltas = Array.from({ length: 1000 }, () => textDelta(0, 0, 'some text '))
    const stream = ResponseStream.from(numbered([...opening(1), ...deltas]))
    let length = 0
    for await (const event of readable(stream)) {
      if (event.type === 'response.output_text.delta') length = stream.snapshot?.output_text.length ?? 0
    }
    expect(length).toBe(10_000)
    expect([clone.mock.calls.length, stringify.mock.calls.length]).toEqual([0, 0])
  })
})

describe('B134: image previews are not retained', () => {
  const place = { item_id: 'ig_0', output_index: 0 }
  const added = itemAdded(0, {
    id: 'ig_0',
    type: 'image_generation_call',
    status: 'in_progress',
    result: null,
  })
  const preview = (index: number): ResponseStreamEvent => ({
    type: 'response.image_generation_call.partial_image',
    ...place,
    partial_image_index: index,
    partial_image_b64: `preview-${index}-`.padEnd(1000, 'A'),
  })

  async function fold(options: ResponseStreamOptions = {}): Promise<string> {
    const stream = ResponseStream.from(
      numbered([created(), added, ...Array.from({ length: 30 }, (_, index) => preview(index))]),
      options,
    )
    for await (const _ of readable(stream)) continue
    return JSON.stringify(stream.checkpoint())
  }

  test('none is kept by default', async () => {
    expect(await fold()).not.toContain('preview')
  })

  test('only the last one with keepPartialImages', async () => {
    const kept = await fold({ keepPartialImages: 'last' })
    expect(kept.match(/preview-\d+/g)).toEqual(['preview-29'])
  })

  test('events that were delivered are free to go while the stream lives', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const delivered: WeakRef<object>[] = []
    function* events(): Generator<object> {
      for (const event of numbered([created(), added])) yield event
      for (let index = 0; index < 30; index++) {
        const event = { ...preview(index), sequence_number: index + 2 }
        delivered.push(new WeakRef(event))
        yield event
      }
      yield {
        ...completed([{ id: 'ig_0', type: 'image_generation_call', status: 'completed', result: 'A' }]),
        sequence_number: 32,
      }
    }
    const stream = ResponseStream.from(events())
    for await (const _ of stream) continue
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(delivered.filter((reference) => reference.deref() !== undefined)).toEqual([])
    expect((await stream.finalResponse()).status).toBe('completed')
  })
})

describe('B135: a branch of tee() that is not read is bounded', () => {
  function source(length: number): { stream: Stream; returned: () => number } {
    let returned = 0
    const events = numbered([
      created(),
      ...Array.from({ length }, () => textDelta(0, 0, 'x')),
      completed([message(0, 'x'.repeat(length))]),
    ])
    const rest = events[Symbol.iterator]()
    const iterator = {
      next: () => Promise.resolve(rest.next()),
      return: () => {
        returned++
        return Promise.resolve({ done: true as const, value: undefined })
      },
    }
    return { stream: Stream.from({ [Symbol.asyncIterator]: () => iterator }), returned: () => returned }
  }

  async function count(events: AsyncIterable<unknown>): Promise<number> {
    let total = 0
    for await (const _ of events) total++
    return total
  }

  test('at its limit the slow branch fails, and the fast one gets every event', async () => {
    const [left, right] = source(20_000).stream.tee()
    expect(await count(left)).toBe(20_002)
    await expect(count(right)).rejects.toMatchObject({ code: 'tee_overflow' })
  })

  test('a branch that was left keeps nothing: the other one reads on', async () => {
    const [left, right] = source(20_000).stream.tee({ limit: 10 })
    for await (const _ of right) break
    expect(await count(left)).toBe(20_002)
  })

  test('when both were left the request is aborted', async () => {
    const { stream, returned } = source(20_000)
    const [left, right] = stream.tee()
    for await (const _ of left) break
    expect(returned()).toBe(0)
    for await (const _ of right) break
    await vi.waitFor(() => expect(returned()).toBe(1))
  })
})

/** The events of a stream that is cut on purpose. */
async function* readable(stream: ResponseStream): AsyncGenerator<{ type: string }> {
  try {
    yield* stream
  } catch (error) {
    expect(error).toMatchObject({ name: 'StreamTruncatedError' })
  }
}
