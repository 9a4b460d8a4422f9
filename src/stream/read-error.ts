import { APIConnectionError } from '../errors/connection-error.js'
import { MillraceError } from '../errors/millrace-error.js'
import { StreamIdleError } from '../errors/stream-error.js'

/** Codes with which Node's HTTP client says that its own body timeout fired. */
const bodyTimeoutCodes = new Set(['UND_ERR_BODY_TIMEOUT', 'ERR_BODY_TIMEOUT'])

/**
 * What a failed read of the body means. Errors of ours pass through; the HTTP client's own body
 * timeout is told apart, because the response may still be running at the server; anything else is
 * a connection that broke.
 */
export function readError(cause: unknown): MillraceError {
  if (MillraceError.isInstance(cause)) return cause
  const code = causeCode(cause)
  if (code !== undefined && bodyTimeoutCodes.has(code)) {
    return new StreamIdleError(
      'http-client',
      `The HTTP client gave up waiting for the body (${code}), before any timeout of this stream. ` +
        'Raise its own limit (on Node: a dispatcher with a larger bodyTimeout in fetchOptions). The response may still be running.',
      { cause },
    )
  }
  const detail = code ?? (cause instanceof Error ? cause.message : String(cause))
  return new APIConnectionError(`The connection broke while the stream was being read (${detail}).`, { cause })
}

function causeCode(error: unknown): string | undefined {
  for (let depth = 0; depth < 5 && typeof error === 'object' && error !== null; depth++) {
    if ('code' in error && typeof error.code === 'string') return error.code
    error = 'cause' in error ? error.cause : undefined
  }
  return undefined
}
