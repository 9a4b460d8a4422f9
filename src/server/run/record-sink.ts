import type { StoredResponse } from '../../store/response-record.js'
import { deferred } from './deferred.js'
import { finalResponseOf } from './event-response.js'
import type { EventSink } from './event-sink.js'

/** The sink of a run of which only the result is kept. */
export interface RecordSink extends EventSink {
  /** Resolves when the result is stored, or never will be. */
  readonly finished: Promise<void>
}

/**
 * Passes events on, and holds the terminal one back until the response is stored: whoever has seen it
 * finds the response. When it cannot be stored the client gets its event all the same.
 */
export function createRecordSink(
  inner: EventSink,
  save: (response: StoredResponse) => Promise<void>,
): RecordSink {
  const finished = deferred<void>()
  let saving: Promise<void> | undefined

  function finish(): void {
    inner.end()
    finished.resolve()
  }

  return {
    finished: finished.promise,
    push(event) {
      const response = finalResponseOf(event)
      if (response === undefined) return inner.push(event)
      const pass = (): void => inner.push(event)
      saving = save(response).then(pass, pass)
    },
    room: () => inner.room(),
    end() {
      if (saving === undefined) finish()
      else void saving.then(finish)
    },
  }
}
