import { MillraceError } from '../../errors/millrace-error.js'
import type { RecordPatch, StoredResponse } from '../../store/response-record.js'
import type { Store } from '../../store/store.js'
import { pause } from '../../capture/pause.js'
import { deferred } from './deferred.js'
import type { EventSink } from './event-sink.js'
import { finalResponseOf, responseOf } from './event-response.js'
import type { RunEvent } from './run-event.js'

export interface LogSinkOptions {
  store: Store
  id: string
  epoch: number
  /** The number of the first event that the log does not have yet; earlier ones are not appended again. */
  first: number
  encode: (event: RunEvent) => Uint8Array
  /** The log takes nothing more of this run: somebody else has taken over, or it was deleted, or the store is broken. */
  onLost: (error: unknown) => void
}

/** The sink of a run whose events are kept. */
export interface LogSink extends EventSink {
  /** Resolves when everything that was pushed so far is in the log, or never will be. */
  flushed(): Promise<void>
  /** Resolves when the terminal event is in the log, or never will be. */
  readonly finished: Promise<void>
  /** Leaves the log as it is, for somebody else to go on with. */
  detach(): void
}

/** In bytes; above it the backend is asked to wait for the store. */
const enough = 256 * 1024
/** An append whose outcome is unknown is tried again so often, after 50, 100, 200, … ms. */
const retries = 5

/**
 * Appends the events of a run: one append at a time, and what arrives meanwhile is the next one. An
 * event is serialised once, here; everybody who reads the log gets these bytes.
 */
export function createLogSink({ store, id, epoch, first, encode, onLost }: LogSinkOptions): LogSink {
  const finished = deferred<void>()
  let batch = emptyBatch()
  let next = first
  let flushing: Promise<void> | undefined
  let ending = false
  let lost = false

  function lose(): void {
    lost = true
    batch.taken.resolve()
    finished.resolve()
  }

  async function flush(): Promise<void> {
    // The events of the same turn go together.
    await Promise.resolve()
    while (batch.events.length > 0 && !lost) {
      const { events, patch, terminal, taken } = batch
      batch = emptyBatch()
      taken.resolve()
      try {
        await append(events, { terminal, ...(patch && { record: patch }) })
      } catch (error) {
        lose()
        onLost(error)
        break
      }
      next += events.length
      if (terminal) finished.resolve()
    }
    flushing = undefined
  }

  async function append(
    events: readonly Uint8Array[],
    options: { terminal: boolean; record?: RecordPatch },
  ): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await store.logs.append(id, epoch, next, events, options)
      } catch (error) {
        // The attempt before had succeeded after all.
        if (attempt > 0 && hasLast(error, next + events.length - 1)) return
        if (MillraceError.isInstance(error) || attempt === retries) throw error
        await pause(50 * 2 ** attempt)
      }
    }
  }

  return {
    finished: finished.promise,
    push(event) {
      if (lost || (event.sequence_number ?? 0) < first) return
      const bytes = encode(event)
      const response = responseOf(event)
      batch.events.push(bytes)
      batch.size += bytes.byteLength
      if (response) batch.patch = { response }
      if (finalResponseOf(event)) {
        batch.terminal = true
        ending = true
      }
      flushing ??= flush()
    },
    room: () => (batch.size < enough || lost ? undefined : batch.taken.promise),
    end() {
      if (!ending) finished.resolve()
    },
    flushed: () => flushing ?? Promise.resolve(),
    detach: lose,
  }
}

interface Batch {
  events: Uint8Array[]
  size: number
  terminal: boolean
  patch: { response: StoredResponse } | undefined
  taken: ReturnType<typeof deferred<void>>
}

function emptyBatch(): Batch {
  return { events: [], size: 0, terminal: false, patch: undefined, taken: deferred<void>() }
}

function hasLast(error: unknown, last: number): boolean {
  if (!MillraceError.isInstance(error)) return false
  return (error.code === 'log_gap' || error.code === 'log_closed') && error.sequenceNumber === last
}
