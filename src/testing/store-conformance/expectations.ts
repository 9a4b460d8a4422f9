import assert from 'node:assert/strict'
import type { LogSlice } from '../../store/event-logs.js'
import type { StoreErrorCode } from '../../store/store-error.js'
import type { Store } from '../../store/store.js'
import { MillraceError } from '../../errors/millrace-error.js'

/** The whole value, whatever order its keys have. */
export function equal(actual: unknown, expected: unknown, message?: string): void {
  assert.deepStrictEqual(actual, expected, message)
}

/** The store refuses, with this code. */
export async function refused(promise: Promise<unknown>, code: StoreErrorCode): Promise<MillraceError> {
  const error = await failureOf(promise)
  assert.ok(MillraceError.isInstance(error), `Expected the refusal ${code}, not ${String(error)}.`)
  assert.equal(error.code, code)
  return error
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  return 'success'
}

/** How each of several attempts went: the value, or the code of the refusal. */
export async function outcomes<T>(attempts: readonly Promise<T>[]): Promise<(T | string | null)[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value
    if (MillraceError.isInstance(result.reason)) return result.reason.code
    throw result.reason
  })
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Events made of texts. */
export function events(...texts: string[]): Uint8Array[] {
  return texts.map((text) => encoder.encode(text))
}

/** `0`, `1`, … as events: each says its number. */
export function numbers(from: number, to: number): Uint8Array[] {
  return Array.from({ length: to - from }, (_, index) => encoder.encode(`${from + index}`))
}

/** A slice with its events as texts. */
export function readable(slice: LogSlice): Omit<LogSlice, 'events'> & { events: string[] } {
  return { ...slice, events: textsOf(slice) }
}

export function textsOf(slice: LogSlice): string[] {
  return slice.events.map((event) => decoder.decode(event))
}

/** The events that a follower gets until the log ends, each with the number it came under: `7:text`. */
export async function followed(slices: AsyncIterable<LogSlice>): Promise<string[]> {
  const seen: string[] = []
  for await (const slice of slices) {
    textsOf(slice).forEach((text, index) => seen.push(`${slice.first + index}:${text}`))
  }
  return seen
}

/** What `followed` gives for `numbers(from, to)`. */
export function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `${from + index}:${from + index}`)
}

/** All events that the log has, as texts. */
export async function contents(store: Store, id: string): Promise<string[]> {
  const { retainedFrom, next } = await store.logs.read(id, Number.MAX_SAFE_INTEGER - 1, { limit: 0 })
  const slice = await store.logs.read(id, retainedFrom - 1, {
    limit: next - retainedFrom,
    maxBytes: Infinity,
  })
  return textsOf(slice)
}

/** Lets other work go on for a moment, so that what can happen happens. */
export function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Resolves after a number of turns of the microtask queue. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}
