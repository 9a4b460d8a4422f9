import { comment } from '../../sse/encoder.js'
import type { LogSlice } from '../../store/event-logs.js'
import type { Store } from '../../store/store.js'
import { startHeartbeat, type HeartbeatOptions } from '../heartbeat.js'

export interface LogReaderOptions {
  store: Store
  id: string
  /** The number of the last event that the reader has. */
  after: number
  heartbeat: HeartbeatOptions | false
  /** In ms: a reader that takes nothing for so long, while there is something, is let go. 0 means never. */
  stallTimeout: number
  doneSentinel: boolean
  /** Changes an event for this reader alone. Default: the bytes that everybody gets. */
  transform?: ((event: Uint8Array) => Uint8Array) | undefined
  /** Called once. `cursor` is the number of the last event handed over; `complete` when the log has ended. */
  onEnd: (cursor: number, complete: boolean) => void
}

/** Where a reader's bytes go. */
export interface LogOutlet {
  /** Nothing that was sent lies here unread, as far as can be told. */
  readonly drained: boolean
  send(events: readonly Uint8Array[]): void
  close(): void
}

/** Somebody who follows a log. */
export interface LogReader {
  /** Sends what comes next, as soon as there is something. To be called again when that was taken. */
  pull(): Promise<void>
  /** Ends it where it is; the reader can go on elsewhere. */
  close(): void
  /** The reader has left. */
  leave(): void
  readonly over: boolean
}

/** In bytes: how much is handed over at once. */
const chunkSize = 64 * 1024
const encoder = new TextEncoder()

/**
 * Every reader has a cursor of its own into the one log, and takes from it when it is asked to: what
 * was before and what comes live is the same. `outlet` says where to send it.
 */
export function createLogReader(options: LogReaderOptions, outlet: () => LogOutlet | undefined): LogReader {
  const { store, id, stallTimeout, transform } = options
  const slices = store.logs.follow(id, options.after, { maxBytes: chunkSize })
  const heartbeat = options.heartbeat === false ? undefined : startHeartbeat(options.heartbeat, beat)
  let cursor = options.after
  let stall: ReturnType<typeof setTimeout> | undefined
  let over = false

  function beat(): void {
    // More than one that is not read would only pile up.
    if (!over && outlet()?.drained) outlet()?.send([encoder.encode(comment('keep-alive'))])
  }

  function leave(complete: boolean): void {
    if (over) return
    over = true
    heartbeat?.stop()
    clearTimeout(stall)
    void slices.return?.()?.catch(() => undefined)
    options.onEnd(cursor, complete)
  }

  function close(complete = false): void {
    if (over) return
    leave(complete)
    if (complete && options.doneSentinel) outlet()?.send([encoder.encode('data: [DONE]\n\n')])
    outlet()?.close()
  }

  /** Only somebody who lets something lie is stalled. */
  async function checkStall(): Promise<void> {
    const { next } = await store.logs.read(id, cursor, { limit: 0 }).catch(() => ({ next: Infinity }))
    if (over || stall === undefined) return
    if (next > cursor + 1) close()
    else expectPull()
  }

  function expectPull(): void {
    if (stallTimeout > 0) stall = setTimeout(() => void checkStall(), stallTimeout)
  }

  /** Undefined when there is nothing more, for whatever reason. */
  async function nextSlice(): Promise<LogSlice | undefined> {
    try {
      const next = await slices.next()
      return next.done === true ? undefined : next.value
    } catch {
      return undefined
    }
  }

  async function pull(): Promise<void> {
    clearTimeout(stall)
    stall = undefined
    const slice = await nextSlice()
    if (over) return
    if (slice === undefined) return close(await isComplete())
    cursor = slice.first + slice.events.length - 1
    heartbeat?.touch()
    outlet()?.send(transform ? slice.events.map(transform) : slice.events)
    expectPull()
  }

  async function isComplete(): Promise<boolean> {
    const state = await store.logs.read(id, cursor, { limit: 0 }).catch(() => undefined)
    return state !== undefined && state.closed && cursor >= state.next - 1
  }

  return {
    pull,
    close: () => close(),
    leave: () => leave(false),
    get over() {
      return over
    },
  }
}
