import { setImmediate } from 'node:timers'
import type { MillraceError } from '../../errors/millrace-error.js'
import type { RecordPatch } from '../../store/response-record.js'
import type { Store } from '../../store/store.js'
import { deferred } from './deferred.js'
import type { EventSink } from './event-sink.js'
import { finalResponseOf, responseOf } from './event-response.js'
import { persist } from './persist.js'
import type { RunEvent } from './run-event.js'

export interface LogSinkOptions {
  store: Store
  id: string
  epoch: number
  /** The number of the first event that the log does not have yet; earlier ones are not appended again. */
  first: number
  encode: (event: RunEvent) => Uint8Array
  /** See `RecordPatch`: counted from the end of the run. Default: the store's own. */
  retention?: number
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

/**
 * Appends the events of a run: one append at a time, and what arrives meanwhile is the next one. An
 * event is serialised once, here; everybody who reads the log gets these bytes.
 */
export function createLogSink(options: LogSinkOptions): LogSink {
  const { store, id, epoch, first, encode, retention, onLost } = options
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
    // The events of the same turn of the event loop go together: one append, one wake-up, one write a reader.
    await new Promise((resolve) => setImmediate(resolve))
    while (batch.events.length > 0 && !lost) {
      const { events, patch, terminal, taken } = batch
      batch = emptyBatch()
      taken.resolve()
      try {
        const closing = { terminal, ...(patch && { record: patch }) }
        const last = next + events.length - 1
        await persist(
          () => store.logs.append(id, epoch, next, events, closing),
          (refusal) => hasLast(refusal, last),
        )
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
        batch.patch = { ...batch.patch, ...(retention !== undefined && { retention }) }
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
  patch: RecordPatch | undefined
  taken: ReturnType<typeof deferred<void>>
}

function emptyBatch(): Batch {
  return { events: [], size: 0, terminal: false, patch: undefined, taken: deferred<void>() }
}

function hasLast(error: MillraceError, last: number): boolean {
  return (error.code === 'log_gap' || error.code === 'log_closed') && error.sequenceNumber === last
}
