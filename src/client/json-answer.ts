import { apiErrorFromStatus } from '../errors/api-error.js'
import { mediaTypeOf, parseJSON } from '../stream/body-text.js'
import { errorBodyOf, isErrorAnswer } from '../stream/error-body.js'
import { readError } from '../stream/read-error.js'
import { redactCause } from '../errors/redact-cause.js'
import { type Redact, redactHeaders } from '../errors/redact-headers.js'
import type { FetchResponse } from './transport.js'
import { unexpectedAnswer } from './unexpected-answer.js'

const expected = 'Expected a JSON object.'
const streamed = 'The server streams unasked: use create({ ...params, stream: true }) or stream(params).'

/**
 * The JSON object in a 2xx answer, whatever its content type says. Throws `APIError`: with the
 * server's code for an error object, with code `unexpected_content_type` for anything else.
 */
export async function readJSONAnswer(response: FetchResponse, redact: Redact): Promise<object> {
  if (mediaTypeOf(response.headers) === 'text/event-stream') {
    // The stream is still being produced; reading on would wait for all of it.
    void response.body?.cancel().catch(() => {})
    throw unexpectedAnswer(response, '', streamed, redact)
  }
  const text = await response.text().catch((cause: unknown) => {
    throw readError(redactCause(cause, redact))
  })
  if (/^\s*(event|data|id|retry)?:/.test(text)) throw unexpectedAnswer(response, text, streamed, redact)
  const value = parseJSON(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unexpectedAnswer(response, text, expected, redact)
  if (isErrorAnswer(value))
    throw apiErrorFromStatus(
      response.status,
      errorBodyOf(parseJSON(redact(text))),
      redactHeaders(response.headers, redact),
    )
  return value
}
