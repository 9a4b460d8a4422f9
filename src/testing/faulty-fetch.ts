import { cutAfter, insertAt, splitEvery } from './fault-injection.js'
import { scriptedBody } from './scripted-fetch.js'
import type { ScriptEnd } from './script.js'

/** What to do to the body of one answer; several may be combined. Offsets are in bytes of the body. */
export interface Fault {
  /** Instead of an answer: the request itself rejects with this. */
  refuse?: Error
  /** Put in before anything else is done. */
  garbage?: { at: number; bytes: string | Uint8Array }
  /** What is left of the body, from its start. Default: all. */
  length?: number
  /** How it ends after that. Default `eof`. */
  end?: ScriptEnd
  /** Chunks of this size. Default: one chunk. */
  chunkSize?: number
}

/**
 * Wraps a `fetch` so that the bodies it answers are faulty. `faultOf` is asked for every request,
 * counted from 0; undefined leaves that answer as it is. A faulty body is read whole before it is
 * handed on, so use it on bodies that end.
 *
 * @example
 * const fetch = faultyFetch(globalThis.fetch, (index) => (index === 0 ? { length: 900, end: 'reset' } : undefined))
 */
export function faultyFetch(
  fetch: typeof globalThis.fetch,
  faultOf: (index: number) => Fault | undefined,
): typeof globalThis.fetch {
  let count = 0
  return async (input, init) => {
    const fault = faultOf(count++)
    if (fault?.refuse !== undefined) throw fault.refuse
    const response = await fetch(input, init)
    if (fault === undefined) return response
    const { status, statusText, headers } = response
    const chunks = spoil(new Uint8Array(await response.arrayBuffer()), fault)
    const body = scriptedBody([...chunks, { end: fault.end ?? 'eof' }], { signal: init?.signal ?? undefined })
    return new Response(body, { status, statusText, headers })
  }
}

function spoil(bytes: Uint8Array, fault: Fault): Uint8Array[] {
  const dirty =
    fault.garbage === undefined ? [bytes] : insertAt([bytes], fault.garbage.at, fault.garbage.bytes)
  const cut = fault.length === undefined ? dirty : cutAfter(dirty, fault.length)
  return fault.chunkSize === undefined ? cut : splitEvery(cut, fault.chunkSize)
}
