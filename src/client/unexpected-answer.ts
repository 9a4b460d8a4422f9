import type { APIError } from '../errors/api-error.js'
import { contentTypeError } from '../stream/content-type-error.js'
import { type Redact, redactHeaders } from '../errors/redact-headers.js'
import type { FetchResponse } from './transport.js'

/** `contentTypeError` without the secrets that the answer may quote, in its body or its headers. */
export function unexpectedAnswer(
  response: FetchResponse,
  text: string,
  expected: string,
  redact: Redact,
): APIError {
  const headers = redactHeaders(response.headers, redact)
  const shown =
    headers === response.headers ? response : new Response(null, { status: response.status, headers })
  return contentTypeError(shown, redact(text), expected)
}
