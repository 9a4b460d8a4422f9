import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { WriteBody } from '../direct-body.js'
import { joined, sharedChunk } from './join-events.js'
import { createLogReader, type LogOutlet, type LogReaderOptions } from './log-reader.js'

/** The stream of a reader who follows a log. */
export interface LogStream {
  readonly readable: ReadableStream<Uint8Array>
  /** In place of `readable`, while nothing of that was read. */
  readonly writeTo: WriteBody
  /** Ends it where it is; the reader can go on elsewhere. */
  close(): void
}

/** The events of a log as the body of a response. It never errors, only closes; see `createByteStream`. */
export function createLogStream(options: LogReaderOptions): LogStream {
  let outlet: LogOutlet | undefined
  const reader = createLogReader(options, () => outlet)
  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        outlet = toController(controller)
      },
      pull: () => reader.pull(),
      cancel: () => reader.leave(),
    },
    { highWaterMark: 0 },
  )
  return {
    readable,
    close: () => reader.close(),
    async writeTo(outgoing) {
      outlet = toResponse(outgoing)
      const gone = new AbortController()
      outgoing.once('close', () => {
        reader.leave()
        gone.abort()
      })
      if (outgoing.destroyed) reader.leave()
      while (!reader.over) {
        await reader.pull()
        if (outgoing.writableNeedDrain) await drained(outgoing, gone.signal)
      }
    },
  }
}

function toController(controller: ReadableStreamDefaultController<Uint8Array>): LogOutlet {
  return {
    get drained() {
      return controller.desiredSize === 0
    },
    send: (events) => controller.enqueue(joined(events)),
    close: () => controller.close(),
  }
}

/** Node keeps no hold of what it has written, so readers can share it. */
function toResponse(outgoing: ServerResponse): LogOutlet {
  return {
    get drained() {
      return !outgoing.writableNeedDrain
    },
    send: (events) => void outgoing.write(sharedChunk(events)),
    close: () => outgoing.end(),
  }
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(outgoing, 'drain', { signal }).catch(() => undefined)
}
