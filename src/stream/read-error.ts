import { isCallersError } from '../errors/callers-error.js'
import { APIConnectionError } from '../errors/connection-error.js'
import { failureCause } from '../errors/failure-cause.js'
import { MillraceError } from '../errors/millrace-error.js'
import { StreamIdleError } from '../errors/stream-error.js'

/**
 * What a failed read of a body means. Errors of ours, such as an abort, and of the caller pass through; the HTTP
 * client's own body timeout is told apart, because the response may still be running at the server;
 * anything else is a connection that broke.
 */
export function readError(cause: unknown): unknown {
  if (MillraceError.isInstance(cause) || isCallersError(cause)) return cause
  const { code, message } = failureCause(cause)
  if (/^(UND_)?ERR_BODY_TIMEOUT$/.test(code)) {
    return new StreamIdleError(
      'http-client',
      `The HTTP client gave up waiting for the body (${code}), before any timeout of ours. ` +
        'Raise its limit (Node: fetchOptions.dispatcher with a larger bodyTimeout). The response may still be running.',
      { cause },
    )
  }
  const detail = code || message || String(cause)
  return new APIConnectionError(`The connection broke while the answer was being read (${detail}).`, {
    cause,
  })
}
