import type { LogSlice } from '../../store/event-logs.js'
import type { WriteBody } from '../direct-body.js'
import { joined } from './join-events.js'
import { chunkSize, createLogReader, type LogOutlet, type LogReaderOptions } from './log-reader.js'
import { writeLog } from './write-log.js'

/** The stream of a reader who follows a log. */
export interface LogStream {
  readonly readable: ReadableStream<Uint8Array>
  /** In place of `readable`, while nothing of that was read. */
  readonly writeTo: WriteBody
  /** Ends it where it is; the reader can go on elsewhere. */
  close(): void
}

/**
 * The events of a log as the body of a response; what was before and what comes live is the same. As a web
 * stream it takes from the log when it is asked to. It never errors, only closes; see `createByteStream`.
 */
export function createLogStream(options: LogReaderOptions): LogStream {
  const { store, id, after } = options
  let outlet: LogOutlet | undefined
  let slices: AsyncIterableIterator<LogSlice, void> | undefined
  const reader = createLogReader(options, () => outlet)

  function follow(): AsyncIterableIterator<LogSlice, void> {
    const followed = store.logs.follow(id, after, { maxBytes: chunkSize })
    reader.whenOver(() => void followed.return?.()?.catch(() => undefined))
    return followed
  }

  async function pull(): Promise<void> {
    reader.took()
    slices ??= follow()
    const next = await slices.next().catch(() => undefined)
    if (reader.over) return
    if (next === undefined || next.done === true) return reader.finish()
    reader.send(next.value)
    reader.expectToTake()
  }

  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        outlet = toController(controller)
      },
      pull,
      cancel: () => reader.leave(),
    },
    { highWaterMark: 0 },
  )
  return {
    readable,
    close: () => reader.close(),
    writeTo: (outgoing) => writeLog({ store, id, reader, outgoing, use: (given) => void (outlet = given) }),
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
