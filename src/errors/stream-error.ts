import type { Response } from '../events/response.js'
import type { ParseError } from '../structured/declaration.js'
import { MillraceError, type MillraceErrorOptions } from './millrace-error.js'

/** The stream ended, or said `[DONE]`, without a terminal event. What came is in `snapshot`. */
export class StreamTruncatedError extends MillraceError<'stream_truncated'> {
  static override readonly className: string = 'StreamTruncatedError'
  constructor(message: string, options: MillraceErrorOptions = {}) {
    super('stream_truncated', message, { retryable: true, ...options })
  }
}

/** Which clock ran out; `http-client` is the HTTP library's own body timeout (300 s on Node). */
export type StreamTimer = 'firstEvent' | 'idle' | 'progress' | 'total' | 'http-client'

/** The stream was open but silent for too long. `timer` says which clock ran out. */
export class StreamIdleError extends MillraceError<'stream_idle'> {
  static override readonly className: string = 'StreamIdleError'
  readonly timer: StreamTimer

  constructor(timer: StreamTimer, message: string, options: MillraceErrorOptions = {}) {
    super('stream_idle', message, { retryable: true, ...options })
    this.timer = timer
  }
}

/** The bytes or events break the protocol in a way that cannot be repaired, or `strict` forbids repairing. */
export class ProtocolError extends MillraceError<'protocol_error'> {
  static override readonly className: string = 'ProtocolError'
  /** Id of the rule that was broken; the same ids as in diagnostics. */
  readonly rule: string

  constructor(
    rule: string,
    message: string,
    options: MillraceErrorOptions & { sequenceNumber?: number | undefined } = {},
  ) {
    super('protocol_error', message, options)
    this.rule = rule
    if (options.sequenceNumber !== undefined) this.sequenceNumber = options.sequenceNumber
  }
}

/** One event grew past `maxEventSize`. Both numbers are bytes. */
export class EventTooLargeError extends MillraceError<'event_too_large'> {
  static override readonly className: string = 'EventTooLargeError'
  readonly limit: number
  readonly bytes: number

  constructor(limit: number, bytes: number) {
    super(
      'event_too_large',
      `A server-sent event reached ${bytes} bytes without ending; the limit is ${limit}. ` +
        'Raise maxEventSize if events of that size are expected (0 means no limit).',
    )
    this.limit = limit
    this.bytes = bytes
  }
}

/** The response is terminal but failed or was cancelled, and the caller required more. */
export class ResponseFailedError extends MillraceError<'response_failed'> {
  static override readonly className: string = 'ResponseFailedError'
  constructor(message: string, response: Response, options: MillraceErrorOptions = {}) {
    super('response_failed', message, options)
    this.response = response
  }
}

/** The response ended early (`incomplete_details.reason`), and the caller required it completed. */
export class ResponseIncompleteError extends MillraceError<'response_incomplete'> {
  static override readonly className: string = 'ResponseIncompleteError'
  readonly reason: string | undefined

  constructor(message: string, response: Response, options: MillraceErrorOptions = {}) {
    super('response_incomplete', message, options)
    this.response = response
    this.reason = response.incomplete_details?.reason
  }
}

/** A declared value was required and is missing: refused, not there, or not what its schema allows. */
export class StructuredOutputError extends MillraceError<'structured_output'> {
  static override readonly className: string = 'StructuredOutputError'
  /** What was wrong with the text; undefined when there was none to read. */
  readonly parse_error: ParseError | undefined

  constructor(message: string, response: Response, parse_error?: ParseError) {
    super('structured_output', message, { cause: parse_error?.cause })
    this.response = response
    this.parse_error = parse_error
  }
}
