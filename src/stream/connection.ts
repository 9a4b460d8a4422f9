import type { Redact } from '../errors/redact-headers.js'
import type { Response as ResponseObject, WireResponse } from '../events/response.js'

/** What the request of a stream is told; it answers with a 2xx response or rejects. */
export interface ConnectRequest {
  signal: AbortSignal
}

/** Sends the request of a stream. */
export type Connect = (request: ConnectRequest) => Promise<Response>

/** What the server is asked in order to go on with a response. */
export interface ResumeRequest extends ConnectRequest {
  response_id: string
  /** Only events with a greater number; undefined asks for all of them. */
  starting_after?: number | undefined
}

/** The requests with which a stream is begun, followed and stopped. Only the first is needed. */
export interface Connection {
  open: Connect
  /** When the request was sent, as `Date.now()` gives it, where that was before the stream was made. */
  startedAt?: number | undefined
  /**
   * Sends the opening request again after it broke before the first event, as the same request
   * (same `Idempotency-Key`). Rejects where that could start a second generation.
   */
  reopen?: ((request: ConnectRequest, cause: unknown) => Promise<Response>) | undefined
  /** `GET …?stream=true&starting_after=N` */
  resume?: ((request: ResumeRequest) => Promise<Response>) | undefined
  /** `GET` of the response as JSON. */
  retrieve?: ((request: ConnectRequest & { response_id: string }) => Promise<WireResponse>) | undefined
  /** `POST …/cancel` */
  cancel?: ((response_id: string) => Promise<ResponseObject>) | undefined
  /** Takes secrets, such as the key that was sent, out of what an error quotes. */
  redact?: Redact | undefined
}
