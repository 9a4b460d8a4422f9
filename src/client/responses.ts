import type {
  ResponseCreateParamsBase,
  ResponseCreateParamsNonStreaming,
  ResponseCreateParamsStreaming,
  ResponseRetrieveParams,
  ResponseRetrieveParamsNonStreaming,
  ResponseRetrieveParamsStreaming,
} from '../events/params.js'
import type { Response } from '../events/response.js'
import type { DeclaredOf } from '../structured/declared-of.js'
import type { Declaring } from '../structured/declarations.js'
import type { ParsedResponse } from '../structured/parsed-response.js'
import type { ResponseStream } from '../stream/response-stream.js'
import type { ResponseStreamOptions } from '../stream/response-stream-options.js'
import type { Stream } from '../stream/stream.js'
import type { APIPromise } from './api-promise.js'
import type { AnyFormat, AnyTools, DeclaringParams } from './declaring-params.js'
import type { InputItems } from './input-items.js'
import type { RequestOptions, StreamRequestOptions } from './options.js'
import type { ResumePoint } from './resume.js'

/** Parameters of `responses.stream`: those of `create`; `stream: true` goes without saying. */
export interface ResponseStreamParams extends ResponseCreateParamsBase {
  stream?: true
}

/**
 * Follows a response that exists: `responses.stream({ response_id, starting_after })`, as in the official
 * SDK. `text.format` and `tools` declare values, they are not sent.
 */
export interface ResponseStreamFollowParams {
  response_id: string
  /** Deliver only events with a greater number; snapshots are complete all the same. */
  starting_after?: number | undefined
}

/** Options of `responses.stream` and `responses.resume`. */
export interface ResponseStreamRequestOptions
  extends StreamRequestOptions, Omit<ResponseStreamOptions, keyof RequestOptions | keyof Declaring> {}

/**
 * The responses of one client. A call that fails rejects with `APIError` (the server said no; its
 * subclasses by status), `APIConnectionError` (no answer), `APIConnectionTimeoutError` (not in time)
 * or `APIUserAbortError` (`signal`); a wrong argument rejects with code `invalid_argument` before
 * anything is sent.
 */
export interface Responses {
  /** Creates a response and waits for it; with `stream: true`, for the start of its stream. */
  create<Format extends AnyFormat, const Tools extends AnyTools>(
    params: DeclaringParams<ResponseCreateParamsNonStreaming, Format, Tools>,
    options?: RequestOptions,
  ): APIPromise<ParsedResponse<DeclaredOf<Format, Tools>>>
  create(params: ResponseCreateParamsStreaming, options?: StreamRequestOptions): APIPromise<Stream>
  create(params: ResponseCreateParamsBase, options?: StreamRequestOptions): APIPromise<Response | Stream>

  /**
   * `create` by the name the official SDK has for it: values of a format made by `textFormat` and of
   * tools made by `functionTool` come parsed. Unlike there, a value that does not fit its schema
   * rejects nothing: `parse_error` stands beside the text.
   */
  parse<Format extends AnyFormat, const Tools extends AnyTools>(
    params: DeclaringParams<ResponseCreateParamsNonStreaming, Format, Tools>,
    options?: RequestOptions,
  ): APIPromise<ParsedResponse<DeclaredOf<Format, Tools>>>

  /**
   * Creates a response and follows it: events, snapshots, the final response. Returns at once; the
   * request goes out in the next microtask, and what goes wrong is the stream's failure. Only wrong
   * arguments throw here.
   */
  stream<Format extends AnyFormat, const Tools extends AnyTools>(
    params: DeclaringParams<ResponseStreamParams, Format, Tools>,
    options?: ResponseStreamRequestOptions,
  ): ResponseStream<DeclaredOf<Format, Tools>>
  /** Follows a background response from its events; fetches all of them, for the snapshot needs them. */
  stream<Format extends AnyFormat, const Tools extends AnyTools>(
    params: DeclaringParams<ResponseStreamFollowParams, Format, Tools>,
    options?: ResponseStreamRequestOptions,
  ): ResponseStream<DeclaredOf<Format, Tools>>

  /**
   * Goes on with a background response: from its id with all events; from a cursor like
   * `stream({ response_id, starting_after })`; from a checkpoint (the object or its parsed JSON) with
   * only the later events fetched. Throws `invalid_checkpoint` for one that is damaged or foreign.
   * Values are parsed by the `text.format` and `tools` in the options; the request's own are not known here.
   *
   * @example
   * const saved = JSON.stringify(stream.checkpoint())
   * // …in another process
   * for await (const event of client.responses.resume(JSON.parse(saved))) render(event)
   */
  resume<Format extends AnyFormat, const Tools extends AnyTools>(
    point: ResumePoint,
    options?: DeclaringParams<ResponseStreamRequestOptions, Format, Tools>,
  ): ResponseStream<DeclaredOf<Format, Tools>>

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
