import { vi } from 'vitest'
import { MillraceError } from '../../src/errors/millrace-error.js'
import type { Snapshot } from '../../src/snapshot/snapshot.js'
import { ResponseStream } from '../../src/stream/response-stream.js'
import type { ResponseStreamOptions } from '../../src/stream/response-stream-options.js'
import { Stream } from '../../src/stream/stream.js'
import { wireEvent } from '../../src/stream/wire-event.js'
import {
  joinChunks,
  scriptedBody,
  splitEvery,
  type BodyObserver,
  type Step,
} from '../../src/testing/index.js'
import { endError, type ExpandedWire } from './expand.js'
import type { Mode, StreamVariant } from './format.js'

/** How the same wire is handed in. */
export type Chunking = 'elements' | 'whole' | 'bytes' | 'events'

/** What a stream did, in the terms of the cases. */
export interface StreamRun {
  events: unknown[]
  /** Undefined when the iteration ended by itself. */
  failure: unknown
  final: PromiseSettledResult<unknown>
  done: PromiseSettledResult<unknown>
  required: PromiseSettledResult<unknown>
  snapshot: Snapshot | undefined
  diagnostics: string[]
  cursor: number | undefined
  elapsed: number
  body: BodyObserver
}

type Source = Parameters<typeof ResponseStream.from>[0]

function open(
  variant: StreamVariant,
  wire: ExpandedWire,
  chunking: Chunking,
): { source: Source; body: BodyObserver } {
  const body: BodyObserver = { pulls: 0, cancels: 0, cancelReason: undefined }
  if (chunking === 'events') return { source: structuredClone(wire.events), body }
  const end = typeof variant.end === 'object' ? 'reset' : (variant.end ?? 'eof')
  const steps: Step[] = [...rechunk(wire.steps, chunking), { end }]
  const stream = scriptedBody(steps, { observer: body, resetError: endError(variant.end) })
  if (variant.http === undefined) return { source: stream, body }
  return {
    source: new Response(stream, { status: variant.http.status ?? 200, headers: variant.http.headers }),
    body,
  }
}

function rechunk(steps: readonly Step[], chunking: Chunking): Step[] {
  if (chunking === 'elements') return [...steps]
  const bytes = steps.filter((step) => typeof step === 'string' || step instanceof Uint8Array)
  return chunking === 'bytes' ? splitEvery(bytes, 1) : [joinChunks(bytes)]
}

function optionsOf(variant: StreamVariant, mode: Mode, signal: AbortSignal): ResponseStreamOptions {
  const { timeout, max_event_size: maxEventSize } = variant.options ?? {}
  return { strict: mode === 'strict', signal, timeout, maxEventSize, freezeSnapshots: true }
}

/** Reads a variant to its end under a fake clock, which must be installed. */
export async function runStream(
  variant: StreamVariant,
  wire: ExpandedWire,
  mode: Mode,
  chunking: Chunking,
): Promise<StreamRun> {
  const { source, body } = open(variant, wire, chunking)
  const aborter = new AbortController()
  const stream = ResponseStream.from(source, optionsOf(variant, mode, aborter.signal))
  const promises = Promise.allSettled([
    stream.finalResponse(),
    stream.done(),
    stream.finalResponse({ require: 'completed' }),
  ])
  const events: unknown[] = []
  const start = Date.now()
  const reading = readAll(stream, (event) => {
    events.push(structuredClone(withoutAddedFields(event)))
    if (events.length === variant.abort?.after_events) scheduleAbort(variant.abort, aborter)
  })
  const failure = await whileTimePasses(reading)
  const elapsed = Date.now() - start
  const [final, done, required] = await promises
  // What comes after the outcome has to happen too: the rest of the body, a late abort, a late reset.
  await passTime(1000)
  return {
    events,
    failure,
    final,
    done,
    required,
    snapshot: stream.snapshot,
    diagnostics: stream.diagnostics.map(({ rule }) => rule).sort(),
    cursor: stream.cursor?.sequence_number,
    elapsed,
    body,
  }
}

/** An error keeps the flat fields: what they hold is the point of the cases about it. */
function withoutAddedFields<E extends { type: string }>(event: E): E {
  return event.type === 'error' ? event : wireEvent(event)
}

function scheduleAbort({ wait, reason }: { wait?: number; reason: string }, aborter: AbortController): void {
  if (wait === undefined) aborter.abort(reason)
  else setTimeout(() => aborter.abort(reason), wait)
}

/** The chunks of `textStream()`, or the error it ended with. */
export async function readTextChunks(variant: StreamVariant, wire: ExpandedWire): Promise<string[]> {
  const { source } = open(variant, wire, 'elements')
  const chunks: string[] = []
  const text = ResponseStream.from(
    source,
    optionsOf(variant, 'tolerant', new AbortController().signal),
  ).textStream()
  const failure = await whileTimePasses(readAll(text, (chunk) => chunks.push(chunk)))
  if (failure !== undefined) throw failure
  return chunks
}

/** The events of the raw `Stream` and what it ended with. */
export async function readRaw(
  variant: StreamVariant,
  wire: ExpandedWire,
): Promise<{ events: unknown[]; failure: unknown }> {
  const { source } = open(variant, wire, 'elements')
  const aborter = new AbortController()
  const events: unknown[] = []
  const reading = readAll(Stream.from(source, optionsOf(variant, 'tolerant', aborter.signal)), (event) => {
    events.push(event)
    if (events.length === variant.abort?.after_events) scheduleAbort(variant.abort, aborter)
  })
  return { failure: await whileTimePasses(reading), events }
}

async function readAll<T>(items: AsyncIterable<T>, take: (item: T) => void): Promise<Error | undefined> {
  try {
    for await (const item of items) take(item)
    return undefined
  } catch (error) {
    return MillraceError.isInstance(error)
      ? error
      : new Error('The stream threw an error of no class of ours.', { cause: error })
  }
}

const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Moves the fake clock from timer to timer until the work has settled. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let settled = false
  void work.finally(() => (settled = true))
  for (let turns = 0; turns < 10_000; turns++) {
    await idle()
    if (settled) return await work
    await vi.advanceTimersToNextTimerAsync()
  }
  throw new Error('The stream neither ended nor failed, and no clock of it is left to run out.')
}

async function passTime(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await idle()
}
