import { APIError, type APIErrorBody } from '../errors/api-error.js'
import { MillraceError } from '../errors/millrace-error.js'

/** What of a failure whoever reads a forwarded stream may know: of errors that are not the API's only their code. */
export function publicError(error: unknown): APIErrorBody {
  const api = APIError.isInstance(error) ? error : undefined
  return {
    message: api?.error?.message ?? 'The upstream request failed.',
    type: api?.type ?? ((api?.status ?? 500) < 500 ? 'invalid_request_error' : 'server_error'),
    param: api?.param ?? null,
    code: MillraceError.isInstance(error) ? error.code : 'stream_failed',
  }
}
