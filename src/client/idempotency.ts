import { APIConnectionError } from '../errors/connection-error.js'
import { MillraceError } from '../errors/millrace-error.js'
import type { PreparedCall } from './call.js'
import type { FetchResponse } from './transport.js'

/** What was learned of the server behind a client. */
export interface ServerKnowledge {
  /** It answered a request with that request's `idempotency-key`, as a server does that joins repetitions. */
  honoursIdempotencyKey: boolean
}

export function learnFrom(answer: FetchResponse, { request }: PreparedCall, known: ServerKnowledge): void {
  const key = request.headers['idempotency-key']
  if (key !== undefined && answer.headers.get('idempotency-key') === key) known.honoursIdempotencyKey = true
}

/** Where no connection was made, nothing can have been started. */
const neverSent = /ECONNREFUSED|ConnectionRefused|ENOTFOUND|DNSException|EAI_|EADDRNOTAVAIL|CONNECT_TIMEOUT/

/**
 * A background response goes on without us: sending its request again could start a second one,
 * unless the server joins repetitions by their key. Nothing else is in doubt, for what runs in the
 * foreground ends with its connection.
 */
export function unknownOutcome(
  error: MillraceError,
  { request }: PreparedCall,
  known: ServerKnowledge,
): MillraceError | undefined {
  const isBackground = request.method === 'POST' && Reflect.get(request.body ?? {}, 'background') === true
  if (!isBackground || known.honoursIdempotencyKey || !APIConnectionError.isInstance(error)) return undefined
  if (neverSent.test(error.message)) return undefined
  return new MillraceError(
    'unknown_outcome',
    'The connection broke before the server said whether it started this background response. It was not sent again, for the ' +
      'server is not known to join repeated requests by Idempotency-Key. Look for the response there before you repeat it.',
    { cause: error },
  )
}
