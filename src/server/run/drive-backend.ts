import type { Backend, BackendEvent, BackendRun } from '../backend.js'

/** A backend at work. */
export interface Drive {
  /** Resolves when the backend has ended, or `accept` has said that it is enough; rejects with what it threw. */
  readonly ended: Promise<void>
  /** Asks a backend that yields to stop, without waiting for it. */
  stop(): void
}

/** Who takes the events of a backend that yields. */
export interface EventTaker {
  /** False when nothing more is taken. */
  accept(event: BackendEvent): boolean
  /** The next event is asked for only when there is room for it. */
  room(): Promise<void> | undefined
}

export function driveBackend(backend: Backend, run: BackendRun, { accept, room }: EventTaker): Drive {
  let iterator: AsyncIterator<BackendEvent> | undefined

  async function drive(): Promise<void> {
    const output = backend.respond(run)
    if (!(Symbol.asyncIterator in output)) return output
    iterator = output[Symbol.asyncIterator]()
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (!accept(next.value)) return stop()
      await room()
    }
    iterator = undefined
  }

  function stop(): void {
    const stopping = iterator?.return?.()
    iterator = undefined
    // What a backend throws while it is being stopped concerns nobody any more.
    stopping?.then(undefined, () => undefined)
  }

  return { ended: drive(), stop }
}
