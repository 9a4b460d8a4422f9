import type { Connect } from '../stream/connection.js'
import { linkAbort } from '../stream/link-abort.js'
import { Stream } from '../stream/stream.js'
import type { PreparedCall } from './call.js'
import type { StreamRequestOptions } from './options.js'
import { type Exchange, send, type Session } from './send.js'
import { mergeTimeouts } from './timeout.js'
import type { FetchResponse } from './transport.js'

/** Sends the request of a stream. `signal` is the stream's own: it ends the connection as well. */
export async function connect(
  session: Session,
  call: PreparedCall,
  options: StreamRequestOptions,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const exchange = await send(session, call, { ...options, signal })
  return handOver(exchange, signal)
}

/** The events of an answer that is already there, to a request sent at `startedAt`. */
export async function readStream(
  session: Session,
  exchange: Exchange,
  options: StreamRequestOptions,
  startedAt: number,
): Promise<Stream> {
  const open: Connect = async ({ signal }) => handOver(exchange, signal)
  return Stream.connect(
    { open, startedAt, redact: session.transport.redact },
    streamOptions(session, options),
  )
}

/** From here on the stream ends the connection, whatever ends the stream. */
function handOver({ response, abort }: Exchange, signal: AbortSignal): FetchResponse {
  linkAbort(signal, abort)
  return response
}

export function streamOptions<O extends StreamRequestOptions>(session: Session, options: O): O {
  return {
    ...options,
    strict: options.strict ?? session.strict,
    timeout: mergeTimeouts(session.timeout, options.timeout),
  }
}
