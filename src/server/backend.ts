import type { ResponseEventFields } from '../events/event-fields.js'
import type { ResponseCreateParams } from '../events/params.js'
import type { WireResponse } from '../events/response.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { UnknownEvent } from '../events/unknown.js'
import type { StoredItem } from '../store/response-record.js'
import type { Principal } from './authenticate.js'
import type { ResponseShell } from './response-shell.js'
import type { ResponseWriter } from './writer/response-writer.js'

/**
 * A lifecycle event of a backend. Of its `response` it gives what it knows (`usage`, `model`,
 * `incomplete_details`, `error`, …); ids, times and status are the run's.
 */
export interface BackendLifecycleEvent {
  type:
    | 'response.created'
    | 'response.queued'
    | 'response.in_progress'
    | 'response.completed'
    | 'response.incomplete'
    | 'response.failed'
  response?: Partial<WireResponse>
}

/** What a response consists of, as a backend yields it. */
export type OutputEvent = Exclude<ResponseStreamEvent, ResponseEventFields> | UnknownEvent

/**
 * An event as a backend yields it: without a `sequence_number`, which the run gives. The opening
 * lifecycle events may be left out; a terminal one says how the response ended.
 */
export type BackendEvent =
  | OutputEvent
  | BackendLifecycleEvent
  | Extract<ResponseStreamEvent, ResponseEventFields>

/** One response in the making, as its backend sees it. */
export interface BackendRun {
  /** The request, after validation and `prepare`. */
  readonly params: ResponseCreateParams
  /** The conversation that `previous_response_id` continues, oldest first: the input and output of each turn before this one. */
  readonly history: readonly StoredItem[]
  /** The Response object as it stands in `response.created`. */
  readonly response: Readonly<ResponseShell>
  readonly principal: Principal
  readonly requestId: string
  /**
   * Of the client's request, without credentials, cookies and what describes its connection or body. Empty for a
   * queued run that was taken over from another process: headers are not stored. `traceparent` and `tracestate`
   * are those that the hook `outgoingTrace` returned, if it did.
   */
  readonly requestHeaders: Headers
  /**
   * For the answer to the client. What is set before `started()`, or before the first event, is sent with
   * it, apart from what `requestHeaders` would not have either; later, and for a background run, it has no effect.
   */
  readonly responseHeaders: Headers
  /** What a backend remembered with the response that `previous_response_id` names; undefined when nothing. */
  readonly previousState: Readonly<Record<string, unknown>> | undefined
  /**
   * Keeps a little plain JSON with this response, such as the id that a provider gave it: never a
   * credential. A second time replaces it. When the promise resolves it survives the process, if the store does;
   * where the response is not stored, or cannot be any more, it resolves without having kept anything. Await
   * it before the terminal event, or the next turn may come before it.
   */
  remember(state: Record<string, unknown>): Promise<void>
  /** Aborted as soon as nobody wants the response any more: stop the model then. */
  readonly signal: AbortSignal
  /** The other way to produce output than yielding events. */
  readonly writer: ResponseWriter
  /**
   * The work has been accepted: the status line and `response.created` go out now. Without it they
   * wait for the first event, for at most a second, so that a refusal can still be an HTTP error.
   */
  started(): void
}

/**
 * What produces responses: a model, a provider, a script. It either yields events, or returns a
 * promise and uses `run.writer`; both hold back the backend while the client does not read (for a
 * writer: await its methods).
 *
 * Whatever happens, the run ends with exactly one terminal event. Throwing before any output becomes
 * an HTTP error (see `HTTPError`), later an `error` event and `response.failed`. Ending without a
 * terminal event is a failure with code `upstream_truncated`.
 *
 * @example
 * const backend: Backend = {
 *   async respond({ params, writer, signal }) {
 *     const message = writer.message()
 *     for await (const token of model(params.input, { signal })) await message.text(token)
 *     await writer.complete({ usage })
 *   },
 * }
 */
export interface Backend {
  respond(run: BackendRun): AsyncIterable<BackendEvent> | Promise<void>
  /**
   * The events are sent as they are yielded: no numbers, no opening events, no obfuscation, key order
   * kept. Default `false`.
   */
  readonly verbatim?: boolean
}
