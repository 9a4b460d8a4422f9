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

/** Somebody who has a cursor of its own into a log, and how it fares; who fetches the events is told apart. */
export interface LogReader {
  readonly cursor: number
  /** The reader has left, or was let go. */
  readonly over: boolean
  /** Calls the listener once it is over. Not an `AbortSignal`: many readers do nothing but wait, and a signal is large. */
  whenOver(listener: () => void): void
  send(slice: LogSlice): void
  /** Something lies with the reader: from now on it may be stalled. */
  expectToTake(): void
  /** It took it. */
  took(): void
  /** There is nothing more to fetch: the log has ended, or is gone. It is asked which, unless `last` has just told. */
  finish(last?: LogSlice): Promise<void>
  /** Ends it where it is; the reader can go on elsewhere. */
  close(): void
  /** The reader has left. */
  leave(): void
}

/** In bytes: how much is handed over at once. */
export const chunkSize = 64 * 1024

/** So many events open a stream (created, queued, in progress), and say nothing about whether the backend is at work. */
const openers = 3

const encoder = new TextEncoder()

/** `outlet` says where to send to. */
export function createLogReader(options: LogReaderOptions, outlet: () => LogOutlet | undefined): LogReader {
  const { store, id, stallTimeout, transform } = options
  const heartbeat = options.heartbeat === false ? undefined : startHeartbeat(options.heartbeat, beat)
  const listeners: (() => void)[] = []
  let cursor = options.after
  let stall: ReturnType<typeof setTimeout> | undefined
  let over = false

  function beat(): void {
    // More than one that is not read would only pile up.
    if (!over && outlet()?.drained) outlet()?.send([encoder.encode(comment('keep-alive'))])
  }

  function end(complete: boolean): void {
    if (over) return
    over = true
    heartbeat?.stop()
    clearTimeout(stall)
    options.onEnd(cursor, complete)
    for (const listener of listeners) listener()
  }

  function close(complete = false): void {
    if (over) return
    end(complete)
    if (complete && options.doneSentinel) outlet()?.send([encoder.encode('data: [DONE]\n\n')])
    outlet()?.close()
  }

  /** Only somebody who lets something lie is stalled. */
  async function checkStall(): Promise<void> {
    const { next } = await store.logs.read(id, cursor, { limit: 0 }).catch(() => ({ next: Infinity }))
    if (over || stall === undefined) return
    if (next > cursor + 1) close()
    else expectToTake()
  }

  function expectToTake(): void {
    if (stallTimeout > 0 && !over) stall = setTimeout(() => void checkStall(), stallTimeout)
  }

  return {
    whenOver: (listener) => void listeners.push(listener),
    get cursor() {
      return cursor
    },
    get over() {
      return over
    },
    send({ first, events }) {
      cursor = first + events.length - 1
      if (cursor >= openers) heartbeat?.touch()
      outlet()?.send(transform ? events.map(transform) : events)
    },
    expectToTake,
    took() {
      clearTimeout(stall)
      stall = undefined
    },
    async finish(last) {
      const state = last ?? (await store.logs.read(id, cursor, { limit: 0 }).catch(() => undefined))
      close(state !== undefined && state.closed && cursor >= state.next - 1)
    },
    close: () => close(),
    leave: () => end(false),
  }
}
