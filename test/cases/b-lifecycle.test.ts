import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ResponseStreamEvent } from '../../src/events/union.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import { Stream } from '../../src/stream/stream.js'
import {
  completed,
  created,
  happy,
  itemAdded,
  message,
  numbered,
  partAdded,
  scriptedBody,
  socketError,
  textDelta,
  textDone,
  toSSE,
  type BodyObserver,
  type Step,
} from '../../src/testing/index.js'

// What these cases are about cannot be written as data: turns of the event loop, listeners, promises nobody awaits.

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const frames = (events: readonly ResponseStreamEvent[] = happy()): Uint8Array[] =>
  numbered(events).map((event) => toSSE([event]))

interface OpenedStream {
  stream: ResponseStream
  body: BodyObserver
}

function open(steps: Step[], options: Parameters<typeof ResponseStream.from>[1] = {}): OpenedStream {
  const body: BodyObserver = { pulls: 0, cancels: 0, cancelReason: undefined }
  return { stream: ResponseStream.from(scriptedBody(steps, { observer: body }), options), body }
}

/** Unhandled rejections while `act` runs and until what it left behind has been collected by the loop. */
async function unhandledDuring(act: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = []
  const record = (reason: unknown): void => void unhandled.push(reason)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', record)
  try {
    await act()
    for (let turn = 0; turn < 5; turn++) await macrotask()
  } finally {
    process.off('unhandledRejection', record)
    for (const listener of others) process.on('unhandledRejection', listener)
  }
  return unhandled
}

test('B025: the promise and the iteration end within one turn of the terminal event', async () => {
  const { stream } = open([...frames(), { end: 'hang' }])
  let settled = false
  void stream.finalResponse().then(() => (settled = true))
  const events = stream[Symbol.asyncIterator]()
  for (let count = 0; count < 10; count++) await events.next()
  const end = events.next()
  await macrotask()
  expect(settled).toBe(true)
  expect(await Promise.race([end, Promise.resolve('not ended')])).toEqual({ done: true, value: undefined })
})

test('B034: an abort ends iteration and promise with one error, aborts the fetch and cancels the body once', async () => {
  const body: BodyObserver = { pulls: 0, cancels: 0, cancelReason: undefined }
  const aborter = new AbortController()
  let fetchSignal: AbortSignal | undefined
  const stream = ResponseStream.connect(
    ({ signal }) => {
      fetchSignal = signal
      const steps: Step[] = [...frames().slice(0, 3), { end: 'hang' }]
      return Promise.resolve(
        new Response(scriptedBody(steps, { observer: body }), {
          headers: { 'content-type': 'text/event-stream' },
        }),
      )
    },
    { signal: aborter.signal },
  )
  const final = stream.finalResponse().catch((error: unknown) => error)
  const events = stream[Symbol.asyncIterator]()
  for (let count = 0; count < 3; count++) await events.next()
  const next = events.next().catch((error: unknown) => error)
  aborter.abort('stop')
  await macrotask()
  const error = await Promise.race([next, Promise.resolve('still pending')])
  expect(error).toMatchObject({
    name: 'APIUserAbortError',
    code: 'aborted',
    cause: 'stop',
    sequenceNumber: 2,
  })
  expect(await final).toBe(error)
  expect(fetchSignal?.aborted).toBe(true)
  expect(body.cancels).toBe(1)
})

describe('B035: a failure never becomes an unhandled rejection', () => {
  test('(a) a promise that was taken and never awaited', async () => {
    const unhandled = await unhandledDuring(async () => {
      const { stream } = open([...frames().slice(0, 3), { end: 'reset' }])
      void stream.finalResponse()
      void stream.done()
      await expect(readAll(stream)).rejects.toMatchObject({ name: 'APIConnectionError' })
    })
    expect(unhandled).toEqual([])
  })

  test('(b) the body errors after the reader left', async () => {
    let fail = (_: unknown): void => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const frame of frames().slice(0, 3)) controller.enqueue(frame)
        fail = (error) => controller.error(error)
      },
    })
    const unhandled = await unhandledDuring(async () => {
      const stream = ResponseStream.from(body)
      for await (const event of stream) if (event.type === 'response.created') break
      fail(socketError())
    })
    expect(unhandled).toEqual([])
  })

  test('(c) cancelling the body rejects', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(toSSE(numbered([created()]))),
      cancel: () => Promise.reject(new Error('cancel failed')),
    })
    const unhandled = await unhandledDuring(async () => {
      const stream = ResponseStream.from(body)
      const failed = stream.done().catch((error: unknown) => error)
      for await (const _ of stream) break
      expect(await failed).toMatchObject({ name: 'APIUserAbortError' })
    })
    expect(unhandled).toEqual([])
  })

  test('(d) with listeners alone the error reaches the error listener', async () => {
    const errors: unknown[] = []
    const unhandled = await unhandledDuring(async () => {
      const { stream } = open([...frames().slice(0, 3), { end: 'reset' }])
      await new Promise<void>((resolve) => {
        stream.on('error', (error) => {
          errors.push(error)
          resolve()
        })
      })
    })
    expect(errors).toMatchObject([{ name: 'APIConnectionError' }])
    expect(unhandled).toEqual([])
  })

  test('(d) with no error listener and no promise it is reported once, on the console', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const unhandled = await unhandledDuring(async () => {
      const { stream } = open([...frames().slice(0, 3), { end: 'reset' }])
      stream.on('event', () => {})
      await vi.waitFor(() => expect(report).toHaveBeenCalled())
    })
    expect(report.mock.calls).toEqual([[expect.stringContaining('APIConnectionError')]])
    expect(unhandled).toEqual([])
  })
})

test('B036: the loop over the raw stream throws when it is aborted, and ends quietly when the reader breaks', async () => {
  const aborter = new AbortController()
  const seen: string[] = []
  const loop = (async () => {
    for await (const event of Stream.from(scriptedBody([...frames(), { end: 'hang' }]), {
      signal: aborter.signal,
    })) {
      seen.push(event.type)
      if (seen.length === 6) aborter.abort('application timeout')
    }
  })()
  await expect(loop).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'application timeout' })
  expect(seen).toHaveLength(6)
  for await (const _ of Stream.from(scriptedBody([...frames(), { end: 'hang' }]))) break
})

describe('B038: a slow reader holds back the sender and loses nothing', () => {
  test('6,000 deltas with a pause after the tenth: no chunk is read ahead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const deltas = Array.from({ length: 6000 }, () => textDelta(0, 0, 'x'))
    const text = 'x'.repeat(6000)
    const { stream, body } = open(frames([created(), ...deltas, completed([message(0, text)])]))
    let count = 0
    const reading = (async () => {
      for await (const _ of stream)
        if (++count === 10) await new Promise((resolve) => setTimeout(resolve, 1500))
    })()
    while (count < 10) await macrotask()
    await vi.advanceTimersByTimeAsync(1499)
    // Each event is a chunk here: what is held is the one being looked at.
    expect([count, body.pulls]).toEqual([10, 10])
    await vi.advanceTimersByTimeAsync(1)
    await reading
    expect(count).toBe(6002)
    expect((await stream.finalResponse()).output_text).toBe(text)
  })

  test('three images of 4 MiB: each is read when the one before it is done with', async () => {
    const image = 'A'.repeat(4 * 1024 * 1024)
    const partial = (partial_image_index: number): ResponseStreamEvent => {
      const place = { item_id: 'ig_0', output_index: 0, partial_image_index }
      return { type: 'response.image_generation_call.partial_image', ...place, partial_image_b64: image }
    }
    const added = itemAdded(0, {
      id: 'ig_0',
      type: 'image_generation_call',
      status: 'in_progress',
      result: null,
    })
    const { stream, body } = open(
      frames([created(), added, partial(0), partial(1), partial(2), completed([])]),
    )
    const pulls: number[] = []
    for await (const event of stream) {
      if (event.type !== 'response.image_generation_call.partial_image') continue
      for (let turn = 0; turn < 3; turn++) await macrotask()
      pulls.push(body.pulls)
    }
    expect(pulls).toEqual([3, 4, 5])
  })
})

test('B039: 200 streams on one signal leave no listener, and none has more than two', async () => {
  const { signal } = new AbortController()
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  const live = (): number => add.mock.calls.length - remove.mock.calls.length
  const deltas = Array.from({ length: 97 }, () => textDelta(0, 0, 'x'))
  const events = [created(), itemAdded(0), ...deltas, completed([message(0, 'x'.repeat(97))])]
  const bytes = toSSE(numbered(events))
  let most = 0
  for (let round = 0; round < 200; round++) {
    for await (const _ of open([bytes], { signal }).stream) most = Math.max(most, live())
    expect(live()).toBe(0)
  }
  expect(most).toBeLessThanOrEqual(2)
})

test('B040: an abort after the end changes nothing', async () => {
  const { stream, body } = open([...frames(), { end: 'hang' }])
  await readAll(stream)
  stream.abort('cleanup')
  expect((await stream.finalResponse()).status).toBe('completed')
  expect(stream.snapshot?.status).toBe('completed')
  await stream.done()
  await vi.waitFor(() => expect(body.cancels).toBe(1))
})

test('B079: listeners are told when a text was replaced, and of nothing when it was only completed', async () => {
  const replaced: unknown[] = []
  const { stream } = open(
    frames([created(), itemAdded(0), partAdded(0, 0), textDelta(0, 0, 'Hello \n'), textDone(0, 0, 'Hello')]),
  )
  stream.on('text.replaced', (replacement) => replaced.push(replacement))
  await readAll(stream).catch(() => {})
  expect(replaced).toMatchObject([{ output_index: 0, content_index: 0, text: 'Hello' }])

  const { stream: completedText } = open(
    frames(happy().filter(({ type }) => type !== 'response.output_text.delta')),
  )
  completedText.on('text.replaced', (replacement) => replaced.push(replacement))
  await readAll(completedText)
  expect(replaced).toHaveLength(1)
})

async function readAll(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of events) count++
  return count
}
