export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
} from './errors/connection-error.js'
export {
  APIError,
  type APIErrorBody,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from './errors/api-error.js'
export { MillraceError } from './errors/millrace-error.js'
export {
  EventTooLargeError,
  ProtocolError,
  ResponseFailedError,
  ResponseIncompleteError,
  StreamIdleError,
  type StreamTimer,
  StreamTruncatedError,
  StructuredOutputError,
} from './errors/stream-error.js'
export type { UnknownEvent } from './events/unknown.js'
export type { ResponseStreamEvent } from './events/union.js'
export type { Response } from './events/response.js'
export type { ResponseOutputItem } from './events/items/output-item.js'
export { SSEDecoder, type SSEDecoderOptions } from './sse/decoder.js'
export type { ServerSentEvent } from './sse/server-sent-event.js'
export { accumulate } from './snapshot/accumulate.js'
export type { Checkpoint } from './snapshot/checkpoint.js'
export type { Diagnostic } from './snapshot/diagnostics.js'
export type { Snapshot } from './snapshot/snapshot.js'
export type { SnapshotState } from './snapshot/state.js'
export type { ParseError } from './structured/declaration.js'
export type { DeclaredOf } from './structured/declared-of.js'
export type { Declared, ParsedResponse, ParsedResponseOutputItem } from './structured/parsed-response.js'
export type { StreamMetrics } from './stream/metrics.js'
export type { Connect, Connection, ConnectRequest, ResumeRequest } from './stream/connection.js'
export type { StreamOptions } from './stream/options.js'
export type { ReconnectAttempt, ReconnectOptions } from './stream/reconnect.js'
export type { ParsedResponseStreamEvent } from './stream/parsed-events.js'
export { ResponseStream } from './stream/response-stream.js'
export type { Cursor, ResponseStreamOptions, StreamStart } from './stream/response-stream-options.js'
export type { StreamSource } from './stream/source.js'
export { Stream } from './stream/stream.js'
export type { TeeOptions } from './stream/tee.js'
export { toResponse, type ToResponseOptions } from './stream/to-response.js'
export { toSSE, type ToSSEOptions } from './stream/to-sse.js'
export type { TimeoutOptions } from './stream/watchdog.js'
export { wireEvent } from './stream/wire-event.js'
export { Millrace, type MillraceOptions } from './client/millrace.js'
