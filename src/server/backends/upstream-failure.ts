import { APIError } from '../../errors/api-error.js'
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
} from '../../errors/connection-error.js'
import { MillraceError } from '../../errors/millrace-error.js'
import { StreamIdleError, StreamTruncatedError } from '../../errors/stream-error.js'
import { HTTPError } from '../http-error.js'

/**
 * What went wrong at the upstream, as an error that the client may see. Its own words are passed on,
 * with its status, unless that says something about this server rather than about the request.
 *
 * @param began whether the response had begun, so that the stream broke off in the middle.
 */
export function upstreamFailure(error: unknown, began: boolean): unknown {
  if (HTTPError.isInstance(error) || APIUserAbortError.isInstance(error)) return error
  const kind = kindOf(error, began)
  if (kind !== undefined) return new HTTPError({ ...kind, cause: error })
  return APIError.isInstance(error) ? told(error) : error
}

/** Whether another server may do better: not where the request itself was refused. */
export function mayFailOver(error: unknown): boolean {
  if (APIUserAbortError.isInstance(error) || !MillraceError.isInstance(error)) return false
  if (!APIError.isInstance(error) || error.status === undefined) return error.code !== 'invalid_argument'
  return error.status >= 500 || error.status < 400 || elsewhere.has(error.status)
}

/** A key that is wrong, a budget that is used up, too many requests: it is about this server alone. */
const elsewhere = new Set([401, 402, 403, 408, 429])

function told(error: APIError): unknown {
  const { status, code, type, param, retryAfter } = error
  if (status !== undefined && status >= 400 && status <= 599) return error
  return new HTTPError({
    status: code === 'rate_limit_exceeded' ? 429 : 502,
    message: error.error?.message ?? error.message,
    code,
    ...(typeof type === 'string' && { type }),
    ...(param !== undefined && { param }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause: error,
  })
}

type Kind = Pick<HTTPError, 'status' | 'message'> & { code: string }

function kindOf(error: unknown, began: boolean): Kind | undefined {
  if (APIConnectionTimeoutError.isInstance(error) || StreamIdleError.isInstance(error)) return kinds.late
  if (StreamTruncatedError.isInstance(error)) return kinds.truncated
  if (APIConnectionError.isInstance(error)) return began ? kinds.truncated : kinds.unreachable
  if (APIError.isInstance(error) || !MillraceError.isInstance(error)) return undefined
  return error.code === 'api_key_unavailable' ? kinds.noKey : kinds.broken
}

const kinds = {
  late: failure(504, 'upstream_timeout', 'The upstream server did not answer in time.'),
  truncated: failure(502, 'upstream_truncated', 'The upstream server broke off its answer.'),
  unreachable: failure(502, 'upstream_unreachable', 'The upstream server cannot be reached.'),
  noKey: failure(502, 'upstream_key_unavailable', 'There is no credential for the upstream server.'),
  broken: failure(
    502,
    'upstream_protocol_error',
    'The upstream server sent something that cannot be understood.',
  ),
}

function failure(status: number, code: string, message: string): Kind {
  return { status, code, message }
}
