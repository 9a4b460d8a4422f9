import { redactCause } from '../errors/redact-cause.js'
import { type APIError, apiErrorFromEvent } from '../errors/api-error.js'
import type { MillraceError } from '../errors/millrace-error.js'
import { type Redact, redactHeaders } from '../errors/redact-headers.js'
import { parseJSON } from './body-text.js'
import { errorBodyOf, errorOfEvent } from './error-body.js'
import type { StreamEvent } from './event-feed.js'

/** What an `error` event makes the stream fail with, unless a terminal event follows it. */
export function eventError(
  event: StreamEvent,
  headers: Headers | undefined,
  redact: Redact | undefined,
): APIError {
  const { body, status } = errorOfEvent(event)
  if (redact === undefined) return apiErrorFromEvent(body, status, headers)
  const shown = errorBodyOf(parseJSON(redact(JSON.stringify({ error: body }))))
  return apiErrorFromEvent(shown ?? body, status, headers && redactHeaders(headers, redact))
}

/** Takes secrets out of an error of ours, in place: its text and its causes may quote what was sent. */
export function redactError(error: MillraceError, redact: Redact): void {
  const message = redact(error.message)
  if (message !== error.message) {
    error.message = message
    error.stack = redact(error.stack ?? '')
  }
  const cause = redactCause(error.cause, redact)
  if (cause !== error.cause) error.cause = cause
}
