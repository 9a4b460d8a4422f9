import { MillraceError } from '../errors/millrace-error.js'
import { Stream } from '../stream/stream.js'
import { linkAbort } from './abort.js'
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
  requireBody(exchange.response)
  return handOver(exchange, signal)
}

/** The events of an answer that is already there. */
export async function readStream(
  session: Session,
  exchange: Exchange,
  options: StreamRequestOptions,
): Promise<Stream> {
  requireBody(exchange.response)
  return Stream.connect(async ({ signal }) => handOver(exchange, signal), streamOptions(session, options))
}

/** From here on the stream ends the connection, whatever ends the stream. */
function handOver({ response, abort }: Exchange, signal: AbortSignal): FetchResponse {
  linkAbort(signal, abort)
  return response
}

function requireBody(response: FetchResponse): void {
  // Absent rather than null on some runtimes.
  if (response.body) return
  throw new MillraceError(
    'no_response_body',
    `The response has no body that could be read as it arrives (status ${response.status}). ` +
      'The fetch of React Native, some polyfills and mocks give none: pass the option fetch with one that streams (on Expo: expo/fetch).',
  )
}

export function streamOptions<O extends StreamRequestOptions>(session: Session, options: O): O {
  return {
    ...options,
    strict: options.strict ?? session.strict,
    timeout: mergeTimeouts(session.timeout, options.timeout),
  }
}
