import { MillraceError } from '../errors/millrace-error.js'
import type { Response } from '../events/response.js'
import type { Connection } from './connection.js'
import type { Outcome } from './outcome.js'

/** What of a stream is needed to wait for its response id. */
interface IdentifiedStream {
  readonly responseId: string | undefined
  on(name: 'event', listener: () => void): unknown
  off(name: 'event', listener: () => void): unknown
}

/** Asks the server to stop, as soon as the response has an id to do it by. */
export async function cancelGeneration(
  connection: Connection | undefined,
  stream: IdentifiedStream,
  outcome: Outcome<Response>,
): Promise<Response> {
  const cancel = connection?.cancel
  if (cancel !== undefined) return cancel(stream.responseId ?? (await nextResponseId(stream, outcome)))
  throw new MillraceError(
    'cannot_cancel',
    'This stream does not know its server. Call responses.cancel(id) of a client, or abort().',
  )
}

function nextResponseId(stream: IdentifiedStream, outcome: Outcome<Response>): Promise<string> {
  return new Promise((resolve, reject) => {
    const known = (): void => {
      if (stream.responseId === undefined) return
      stream.off('event', known)
      resolve(stream.responseId)
    }
    stream.on('event', known)
    const ended = new MillraceError(
      'no_response_id',
      'The stream ended without a response id, so there is nothing to cancel.',
    )
    outcome.take(() => reject(ended)).catch(reject)
  })
}
