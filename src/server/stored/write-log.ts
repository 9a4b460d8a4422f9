import type { ServerResponse } from 'node:http'
import type { LogSlice } from '../../store/event-logs.js'
import type { Store } from '../../store/store.js'
import { sharedChunk } from './join-events.js'
import { hubOf } from './log-hub.js'
import { chunkSize, type LogOutlet, type LogReader } from './log-reader.js'

export interface WriteLogOptions {
  store: Store
  id: string
  reader: LogReader
  outgoing: ServerResponse
  use: (outlet: LogOutlet) => void
}

/**
 * Writes a log into a response of Node. A reader who has caught up costs one write for each batch of
 * events, from the hub; one who does not drain leaves the hub and catches up when it takes something
 * again.
 */
export async function writeLog({ store, id, reader, outgoing, use }: WriteLogOptions): Promise<void> {
  const hub = hubOf(store)
  /** Ends the wait that is going on. */
  let proceed: () => void = () => {}
  const leaveHub = (): void => {
    hub.leave(id, member)
    proceed()
  }
  const member = {
    get cursor() {
      return reader.cursor
    },
    take(slice: LogSlice) {
      reader.send(slice)
      if (outgoing.writableNeedDrain) leaveHub()
    },
    dismiss: leaveHub,
  }

  use({
    get drained() {
      return !outgoing.writableNeedDrain
    },
    // Node keeps no hold of what it has written, so readers can share it.
    send: (events) => void outgoing.write(sharedChunk(events)),
    close: () => void outgoing.end(),
  })
  reader.whenOver(leaveHub)
  outgoing.once('close', () => reader.leave())
  outgoing.on('drain', () => proceed())
  if (outgoing.destroyed) reader.leave()
  while (!reader.over) {
    const slice = await store.logs.read(id, reader.cursor, { maxBytes: chunkSize }).catch(() => undefined)
    if (reader.over) return
    if (slice === undefined) return reader.finish()
    if (slice.events.length > 0) reader.send(slice)
    else if (slice.closed) return reader.finish(slice)
    if (outgoing.writableNeedDrain) {
      reader.expectToTake()
      await new Promise<void>((resolve) => (proceed = resolve))
      reader.took()
    } else if (reader.cursor >= slice.next - 1 && !slice.closed) {
      await new Promise<void>((resolve) => {
        proceed = resolve
        if (!hub.join(id, member)) resolve()
      })
    }
  }
}
