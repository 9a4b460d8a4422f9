import { pause } from '../capture/pause.js'
import { HTTPError } from './http-error.js'
import type { Run } from './run/run.js'
import { failedBy } from './run/terminal-response.js'
import type { Audience } from './stored/audience.js'

/** A run of this process. */
export interface LiveRun {
  readonly id: string
  readonly run: Run
  /** Absent: nothing of it is stored. */
  readonly epoch?: number
  /** Settles when the run is over and its end is stored. */
  readonly finished: Promise<unknown>
  /** Those who wait for it, when others may join them. */
  readonly audience?: Audience
  /** While it waits for its turn: leaves it, as it is stored, to another process. */
  abandon?: (() => void) | undefined
  /** Set once its end can no longer be stored by this process. */
  lost?: HTTPError
}

/** Somebody who follows the log of a response. */
export interface Reader {
  /** Of the response. */
  readonly id: string
  /** It can go on elsewhere, so that it is closed when the server closes. */
  readonly movable: boolean
  close(): void
}

/** The runs that are going on, so that a server that closes can end each of them properly. */
export interface LiveRuns {
  /** Throws a 503 once the server is closing. */
  requireOpen(): void
  readonly closing: boolean
  add(run: LiveRun): void
  get(id: string): LiveRun | undefined
  all(): LiveRun[]
  /** A stream of a response. Returns how to forget it. */
  addReader(reader: Reader): () => void
  /** Ends the streams of a response where they are. */
  closeReaders(id: string): void
  /** Takes no more, gives the runs `drain` ms, then ends the rest with `server_shutdown`. */
  close(drain: number): Promise<void>
}

const shutdown = {
  status: 503,
  message: 'The server is shutting down.',
  code: 'server_shutdown',
}

export function createLiveRuns(): LiveRuns {
  const runs = new Map<string, LiveRun>()
  const readers = new Set<Reader>()
  let closing = false

  function drained(drain: number): Promise<unknown> {
    const ends = Promise.allSettled([...runs.values()].map(({ finished }) => finished))
    if (runs.size === 0 || drain === 0) return Promise.resolve()
    const enough = new AbortController()
    return Promise.race([ends.then(() => enough.abort()), pause(drain, enough.signal)])
  }

  return {
    requireOpen() {
      if (closing) throw new HTTPError(shutdown)
    },
    get closing() {
      return closing
    },
    add(live) {
      runs.set(live.id, live)
      const forget = (): void => void runs.delete(live.id)
      live.finished.then(forget, forget)
    },
    get: (id) => runs.get(id),
    all: () => [...runs.values()],
    addReader(reader) {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
    closeReaders(id) {
      for (const reader of readers) if (reader.id === id) reader.close()
    },
    async close(drain) {
      closing = true
      for (const reader of readers) if (reader.movable) reader.close()
      for (const { abandon, audience } of runs.values()) {
        abandon?.()
        audience?.close()
      }
      await drained(drain)
      const ending = [...runs.values()]
      for (const { run } of ending) run.stop(new HTTPError(shutdown), failedBy(shutdown))
      await Promise.allSettled(ending.map(({ finished }) => finished))
    },
  }
}
