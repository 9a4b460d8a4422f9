import fc from 'fast-check'
import { expect } from 'vitest'
import type { Store, StoreOptions } from '../../src/store/store.js'
import { numbers, outcomes, pause, textsOf } from '../../src/testing/store-conformance/expectations.js'

/** What a log is, in as few words as possible. */
interface Model {
  events: number
  retainedFrom: number
  epoch: number
  closed: boolean
}

type Step =
  | { do: 'append'; offset: number; count: number; stale: boolean; terminal: boolean }
  | { do: 'takeOver'; stale: boolean }
  | { do: 'read'; after: number; limit: number }
  | { do: 'follow'; after: number; limit: number }
  | { do: 'pause' }

const cursor = fc.integer({ min: -1, max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      offset: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
      ),
      count: fc.integer({ min: 0, max: 6 }),
      stale: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      terminal: fc.oneof(
        { weight: 12, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeOver' as const), stale: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      after: cursor,
      limit: fc.integer({ min: 0, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      after: cursor,
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
)
const run = fc.record({
  maxLogEvents: fc.constantFrom(0, 7),
  steps: fc.array(step, { minLength: 1, maxLength: 40 }),
  end: fc.constantFrom('terminal' as const, 'delete' as const, 'close' as const),
})

const numberTexts = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => `${from + index}`)

function expectedAppend(
  model: Model | undefined,
  { offset, stale, count, terminal }: Extract<Step, { do: 'append' }>,
): unknown {
  if (terminal && count === 0) return 'TypeError'
  if (model === undefined) return 'log_missing'
  if (stale) return 'stale_epoch'
  if (model.closed) return 'log_closed'
  return offset === 0 ? undefined : 'log_gap'
}

interface Follower {
  after: number
  seen: string[]
  end: Promise<unknown>
}

function startFollower(store: Store, after: number, limit: number): Follower {
  const seen: string[] = []
  const end = (async () => {
    for await (const slice of store.logs.follow('resp_a', after, { limit })) {
      expect(slice.first).toBe(after + 1 + seen.length)
      seen.push(...textsOf(slice))
    }
  })().then(
    () => 'end',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
  return { after, seen, end }
}

async function appendTo(
  store: Store,
  model: Model,
  asked: Extract<Step, { do: 'append' }>,
  maxLogEvents: number,
): Promise<void> {
  const { offset, count, stale, terminal } = asked
  const first = model.events + offset
  const attempt = store.logs.append(
    'resp_a',
    model.epoch - Number(stale),
    first,
    numbers(first, first + count),
    { terminal },
  )
  const result = await outcomes([attempt]).then(
    ([code]) => code,
    (error: unknown) => (error instanceof TypeError ? 'TypeError' : error),
  )
  expect(result).toBe(expectedAppend(model, asked))
  if (result !== undefined) return
  model.events += count
  model.closed = terminal
  if (maxLogEvents > 0) model.retainedFrom = Math.max(model.retainedFrom, model.events - maxLogEvents)
}

async function readFrom(
  store: Store,
  model: Model,
  { after, limit }: { after: number; limit: number },
): Promise<void> {
  const read = store.logs.read('resp_a', after, { limit })
  const { retainedFrom, events: next, closed } = model
  if (after + 1 < retainedFrom) return expect(read).rejects.toMatchObject({ code: 'stream_expired' })
  const slice = await read
  const events = numberTexts(after + 1, Math.min(next, after + 1 + limit))
  expect({ ...slice, events: textsOf(slice) }).toEqual({
    first: after + 1,
    events,
    retainedFrom,
    next,
    closed,
  })
}

async function play(
  store: Store,
  { steps, end, maxLogEvents }: { steps: Step[]; end: string; maxLogEvents: number },
): Promise<void> {
  const model: Model = { events: 0, retainedFrom: 0, epoch: 1, closed: false }
  const followers: Follower[] = []
  await store.logs.open('resp_a', 1)
  for (const each of steps) {
    if (each.do === 'append') await appendTo(store, model, each, maxLogEvents)
    if (each.do === 'read') await readFrom(store, model, each)
    if (each.do === 'follow') followers.push(startFollower(store, each.after, each.limit))
    if (each.do === 'pause') await pause()
    if (each.do === 'takeOver') {
      const won = !each.stale && !model.closed
      expect(await store.takeOver('resp_a', model.epoch - Number(each.stale))).toBe(
        won ? model.epoch + 1 : undefined,
      )
      if (won) model.epoch += 1
    }
  }
  await pause()
  if (end === 'terminal' && !model.closed) {
    await appendTo(
      store,
      model,
      { do: 'append', offset: 0, count: 1, stale: false, terminal: true },
      maxLogEvents,
    )
  }
  const closed = model.closed
  if (end === 'delete') await store.delete('resp_a')
  if (end === 'close') await store.close()

  for (const { after, seen, end: ended } of followers) {
    const how = await ended
    // Whatever happened, what was seen is what was appended, from the cursor on and without a hole.
    expect(seen).toEqual(numberTexts(after + 1, after + 1 + seen.length))
    if (how === 'stream_expired') {
      expect(after + 1 + seen.length).toBeLessThan(model.retainedFrom)
    } else {
      expect(how).toBe(closed || end === 'close' ? 'end' : 'log_missing')
      expect(seen).toEqual(numberTexts(after + 1, model.events))
    }
  }
}

/** Plays random plans on a store and on a simple model of one, and compares what they say. */
export async function expectLikeModel(create: (options: StoreOptions) => Store): Promise<void> {
  await fc.assert(
    fc.asyncProperty(run, async (plan) => {
      const store = create({ maxLogEvents: plan.maxLogEvents })
      await play(store, plan)
      await store.close()
    }),
    { numRuns: 300 },
  )
}
