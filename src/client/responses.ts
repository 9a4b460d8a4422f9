import type {
  ResponseCreateParams,
  ResponseCreateParamsBase,
  ResponseCreateParamsNonStreaming,
  ResponseCreateParamsStreaming,
  ResponseRetrieveParams,
  ResponseRetrieveParamsNonStreaming,
  ResponseRetrieveParamsStreaming,
} from '../events/params.js'
import type { Response } from '../events/response.js'
import { ResponseStream } from '../stream/response-stream.js'
import type { ResponseStreamOptions } from '../stream/response-stream-options.js'
import type { Stream } from '../stream/stream.js'
import type { APIPromise } from './api-promise.js'
import { prepareCall } from './call.js'
import { creatingConnection } from './connection.js'
import { createInputItems, type InputItems } from './input-items.js'
import { readResponse } from './read-response.js'
import type { RequestOptions, StreamRequestOptions } from './options.js'
import { request } from './request.js'
import { checkCreateParams, responsePath } from './request-checks.js'
import { type ResumePoint, resumeFrom } from './resume.js'
import type { Exchange, Session } from './send.js'
import { readStream, streamOptions } from './streaming.js'

/** Parameters of `responses.stream`: those of `create`; `stream: true` goes without saying. */
export interface ResponseStreamParams extends ResponseCreateParamsBase {
  stream?: true
}

/** Follows a response that exists: `responses.stream({ response_id, starting_after })`, as in the official SDK. */
export interface ResponseStreamFollowParams {
  response_id: string
  /** Deliver only events with a greater number; snapshots are complete all the same. */
  starting_after?: number | undefined
}

/** Options of `responses.stream` and `responses.resume`. */
export interface ResponseStreamRequestOptions
  extends StreamRequestOptions, Omit<ResponseStreamOptions, keyof RequestOptions> {}

/**
 * The responses of one client. A call that fails rejects with `APIError` (the server said no; its
 * subclasses by status), `APIConnectionError` (no answer), `APIConnectionTimeoutError` (not in time)
 * or `APIUserAbortError` (`signal`); a wrong argument rejects with code `invalid_argument` before
 * anything is sent.
 */
export interface Responses {
  /** Creates a response and waits for it; with `stream: true`, for the start of its stream. */
  create(params: ResponseCreateParamsNonStreaming, options?: RequestOptions): APIPromise<Response>
  create(params: ResponseCreateParamsStreaming, options?: StreamRequestOptions): APIPromise<Stream>
  create(params: ResponseCreateParamsBase, options?: StreamRequestOptions): APIPromise<Response | Stream>

  /**
   * Creates a response and follows it: events, snapshots, the final response. Returns at once; the
   * request goes out in the next microtask, and what goes wrong is the stream's failure. Only wrong
   * arguments throw here.
   */
  stream(params: ResponseStreamParams, options?: ResponseStreamRequestOptions): ResponseStream
  /** Follows a background response from its events; fetches all of them, for the snapshot needs them. */
  stream(params: ResponseStreamFollowParams, options?: ResponseStreamRequestOptions): ResponseStream

  /**
   * Goes on with a background response: from its id with all events; from a cursor like
   * `stream({ response_id, starting_after })`; from a checkpoint (the object or its parsed JSON) with
   * only the later events fetched. Throws `invalid_checkpoint` for one that is damaged or foreign.
   *
   * @example
   * const saved = JSON.stringify(stream.checkpoint())
   * // …in another process
   * for await (const event of client.responses.resume(JSON.parse(saved))) render(event)
   */
  resume(point: ResumePoint, options?: ResponseStreamRequestOptions): ResponseStream

  /** A stored response; with `stream: true` its events, from after `starting_after` or from the start. */
  retrieve(
    responseID: string,
    params?: ResponseRetrieveParamsNonStreaming,
    options?: RequestOptions,
  ): APIPromise<Response>
  retrieve(
    responseID: string,
    params: ResponseRetrieveParamsStreaming,
    options?: StreamRequestOptions,
  ): APIPromise<Stream>
  retrieve(
    responseID: string,
    params?: ResponseRetrieveParams,
    options?: StreamRequestOptions,
  ): APIPromise<Response | Stream>

  /** Stops a background response; resolves with it as it then is. */
  cancel(responseID: string, options?: RequestOptions): APIPromise<Response>

  /** Deletes a stored response. */
  delete(responseID: string, options?: RequestOptions): APIPromise<void>

  inputItems: InputItems
}

// oxlint-disable-next-line max-lines-per-function -- a table of methods; most of it is overloads
export function createResponses(setup: Omit<Session, 'server'>): Responses {
  const session: Session = { ...setup, server: { honoursIdempotencyKey: false } }

  function create(params: ResponseCreateParamsNonStreaming, options?: RequestOptions): APIPromise<Response>
  function create(params: ResponseCreateParamsStreaming, options?: StreamRequestOptions): APIPromise<Stream>
  function create(
    params: ResponseCreateParamsBase,
    options?: StreamRequestOptions,
  ): APIPromise<Response | Stream>
  function create(
    params: ResponseCreateParamsBase,
    options: StreamRequestOptions = {},
  ): APIPromise<Response | Stream> {
    const streams = params?.stream === true
    return request<Response | Stream>(
      session,
      options,
      () => {
        checkCreateParams('create', params)
        return { method: 'POST', path: '/responses', body: params, stream: streams, slow: true }
      },
      streams ? (exchange) => readStream(session, exchange, options) : complete,
    )
  }

  function stream(
    params: ResponseStreamParams | ResponseStreamFollowParams,
    options: ResponseStreamRequestOptions = {},
  ): ResponseStream {
    if (isFollowing(params)) return follow(params, options)
    checkCreateParams('stream', params)
    const body: ResponseCreateParams = { ...params, stream: true }
    const call = prepareCall({ method: 'POST', path: '/responses', body, stream: true }, options)
    return ResponseStream.connect(creatingConnection(session, call, options), streamOptions(session, options))
  }

  function follow(params: ResponseStreamFollowParams, options: ResponseStreamRequestOptions): ResponseStream {
    const { response_id, starting_after } = params
    if (starting_after === undefined) return resume(response_id, options)
    return resume({ response_id, sequence_number: starting_after }, options)
  }

  function resume(point: ResumePoint, options: ResponseStreamRequestOptions = {}): ResponseStream {
    return resumeFrom(session, point, options)
  }

  function retrieve(
    id: string,
    params?: ResponseRetrieveParamsNonStreaming,
    options?: RequestOptions,
  ): APIPromise<Response>
  function retrieve(
    id: string,
    params: ResponseRetrieveParamsStreaming,
    options?: StreamRequestOptions,
  ): APIPromise<Stream>
  function retrieve(
    id: string,
    params?: ResponseRetrieveParams,
    options?: StreamRequestOptions,
  ): APIPromise<Response | Stream>
  function retrieve(
    id: string,
    params: ResponseRetrieveParams = {},
    options: StreamRequestOptions = {},
  ): APIPromise<Response | Stream> {
    const streams = params.stream === true
    return request<Response | Stream>(
      session,
      options,
      () => ({ method: 'GET', path: responsePath('retrieve', id), query: params, stream: streams }),
      streams ? (exchange) => readStream(session, exchange, options) : complete,
    )
  }

  function cancel(id: string, options: RequestOptions = {}): APIPromise<Response> {
    return request(
      session,
      options,
      () => ({ method: 'POST', path: responsePath('cancel', id, '/cancel') }),
      complete,
    )
  }

  function remove(id: string, options: RequestOptions = {}): APIPromise<void> {
    return request(
      session,
      options,
      () => ({ method: 'DELETE', path: responsePath('delete', id) }),
      readNothing,
    )
  }

  return { create, stream, resume, retrieve, cancel, delete: remove, inputItems: createInputItems(session) }
}

/** With anything beside the id and the cursor, it was meant to create a response; that check says so. */
function isFollowing(
  params: ResponseStreamParams | ResponseStreamFollowParams,
): params is ResponseStreamFollowParams {
  if (typeof params !== 'object' || params === null || !('response_id' in params)) return false
  return Object.keys(params).every((name) => name === 'response_id' || name === 'starting_after')
}

function complete({ read }: Exchange): Promise<Response> {
  return read(readResponse)
}

/** The body says no more than the status, even if it breaks off; reading it leaves the connection fit for reuse. */
async function readNothing({ read }: Exchange): Promise<void> {
  await read((response) => response.text().catch(() => ''))
}
