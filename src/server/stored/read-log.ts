import { MillraceError } from '../../errors/millrace-error.js'
import type { ResponseRecord } from '../../store/response-record.js'
import { writesDirectly } from '../direct-body.js'
import { eventStreamHeaders } from '../event-stream.js'
import type { Exchange } from '../core.js'
import { HTTPError } from '../http-error.js'
import { isPadded, paddedBytes } from '../padding.js'
import { createLogStream } from './log-stream.js'

export interface ReadLogOptions {
  /** The number of the last event that the reader has; -1 for none. */
  after: number
  /** Default: what the request that made the response says. */
  obfuscate?: boolean
  /** Called when it is over: `cursor` is the number of the last event handed over. */
  onEnd?: (cursor: number) => void
}

/** Answers with the events of a response, from the log. */
export async function readLog(
  exchange: Exchange,
  record: ResponseRecord,
  { after, obfuscate, onEnd }: ReadLogOptions,
): Promise<Response> {
  const { request, store, live, options } = exchange
  // While this server closes, another one is the place to read on.
  if (record.background) live.requireOpen()
  await requireCovered(exchange, record, after)
  const padded = obfuscate ?? isPadded(options, record.request)
  const stream = createLogStream({
    store,
    id: record.id,
    after,
    heartbeat: options.heartbeat,
    stallTimeout: options.stallTimeout,
    doneSentinel: options.doneSentinel,
    transform: padded ? (event) => paddedBytes(event, options.eventLine) : undefined,
    onEnd(cursor) {
      forget()
      request.signal.removeEventListener('abort', stream.close)
      onEnd?.(cursor)
    },
  })
  // A background run goes on, here or elsewhere, and so can its readers.
  const forget = live.addReader({ id: record.id, movable: record.background, close: stream.close })
  // Some runtimes tell only here that the client has left.
  request.signal.addEventListener('abort', stream.close)
  return writesDirectly(new Response(stream.readable, { headers: eventStreamHeaders }), stream.writeTo)
}

async function requireCovered({ store }: Exchange, record: ResponseRecord, after: number): Promise<void> {
  try {
    await store.logs.read(record.id, after, { limit: 0 })
  } catch (cause) {
    if (!MillraceError.isInstance(cause)) throw cause
    const status = (await store.records.read(record.id))?.response.status ?? record.response.status
    const what =
      cause.code === 'stream_expired'
        ? `the events after ${after} are no longer kept`
        : 'its events are no longer kept'
    throw new HTTPError({
      status: 400,
      message: `This response can no longer be streamed because ${what}. Its status is '${status}'; retrieve it without 'stream'.`,
      param: 'stream',
      code: 'stream_expired',
      cause,
    })
  }
}
