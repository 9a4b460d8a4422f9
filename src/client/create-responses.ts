import type {
  ResponseCreateParams,
  ResponseCreateParamsBase,
  ResponseRetrieveParams,
} from '../events/params.js'
import type { Response } from '../events/response.js'
import { ResponseStream } from '../stream/response-stream.js'
import type { Stream } from '../stream/stream.js'
import { type Declaring, readDeclarations } from '../structured/declarations.js'
import { parseResponse } from '../structured/parse-response.js'
import { guarded, noClock } from './abort.js'
import type { APIPromise } from './api-promise.js'
import { prepareCall } from './call.js'
import { creatingConnection } from './connection.js'
import { createInputItems } from './input-items.js'
import type { RequestOptions, StreamRequestOptions } from './options.js'
import { readResponse } from './read-response.js'
import { request } from './request.js'
import { checkCreateParams, responsePath } from './request-checks.js'
import type {
  ResponseStreamFollowParams,
  ResponseStreamParams,
  ResponseStreamRequestOptions,
  Responses,
} from './responses.js'
import { type ResumePoint, resumeFrom } from './resume.js'
import type { Exchange, Session } from './send.js'
import { readStream, streamOptions } from './streaming.js'

/** The methods of {@link Responses} over one transport. */
// oxlint-disable-next-line max-lines-per-function -- a table of methods
export function createResponses(setup: Omit<Session, 'server'>): Responses {
  const session: Session = { ...setup, server: { honoursIdempotencyKey: false } }

  function create(
    params: ResponseCreateParamsBase,
    options: StreamRequestOptions = {},
  ): APIPromise<Response | Stream> {
    const streams = params?.stream === true
    const startedAt = Date.now()
    return request<Response | Stream>(
      session,
      options,
      () => {
        checkCreateParams('create', params)
        return { method: 'POST', path: '/responses', body: params, stream: streams, slow: true }
      },
      (exchange) =>
        streams ? readStream(session, exchange, options, startedAt) : complete(exchange, params),
    )
  }

  function stream(
    params: Declaring & (ResponseStreamParams | ResponseStreamFollowParams),
    options: ResponseStreamRequestOptions = {},
  ): ResponseStream {
    const { text, tools } = params ?? {}
    if (isFollowing(params)) return follow(params, { ...options, text, tools })
    checkCreateParams('stream', params)
    const body: ResponseCreateParams = { ...params, stream: true }
    const call = prepareCall({ method: 'POST', path: '/responses', body, stream: true }, options)
    return ResponseStream.connect(
      creatingConnection(session, call, options),
      streamOptions(session, { ...options, text, tools }),
    )
  }

  function follow(
    { response_id, starting_after }: ResponseStreamFollowParams,
    options: ResponseStreamRequestOptions & Declaring,
  ): ResponseStream {
    if (starting_after === undefined) return resume(response_id, options)
    return resume({ response_id, sequence_number: starting_after }, options)
  }

  function resume(
    point: ResumePoint,
    options: ResponseStreamRequestOptions & Declaring = {},
  ): ResponseStream {
    return resumeFrom(session, point, options)
  }

  function retrieve(
    id: string,
    params: ResponseRetrieveParams = {},
    options: StreamRequestOptions = {},
  ): APIPromise<Response | Stream> {
    const streams = params.stream === true
    const startedAt = Date.now()
    return request<Response | Stream>(
      session,
      options,
      () => ({ method: 'GET', path: responsePath('retrieve', id), query: params, stream: streams }),
      (exchange) => (streams ? readStream(session, exchange, options, startedAt) : complete(exchange)),
    )
  }

  function cancel(id: string, options: RequestOptions = {}): APIPromise<Response> {
    return request(
      session,
      options,
      () => ({ method: 'POST', path: responsePath('cancel', id, '/cancel') }),
      (exchange) => complete(exchange),
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

  // The overloads tell from the parameters which of the two a call gives, and what its values are.
  return {
    create: create as Responses['create'],
    parse: create as Responses['parse'],
    stream,
    resume: resume as Responses['resume'],
    retrieve: retrieve as Responses['retrieve'],
    cancel,
    delete: remove,
    inputItems: createInputItems(session),
  }
}

const followingFields = new Set(['response_id', 'starting_after', 'text', 'tools'])

/** With anything else beside the id, it was meant to create a response; that check says so. */
function isFollowing(
  params: ResponseStreamParams | ResponseStreamFollowParams,
): params is ResponseStreamFollowParams {
  if (typeof params !== 'object' || params === null || !('response_id' in params)) return false
  return Object.keys(params).every((name) => followingFields.has(name))
}

async function complete({ read, signal }: Exchange, declaring: Declaring = {}): Promise<Response> {
  const response = await read(readResponse)
  const declared = readDeclarations(declaring)
  if (declared === undefined) return response
  // A schema may take its time, and the caller may not.
  const guard = { controller: new AbortController(), signal, clock: noClock }
  return guarded(guard, () => parseResponse(response, declared))
}

/** The body says no more than the status, even if it breaks off; reading it leaves the connection fit for reuse. */
async function readNothing({ read }: Exchange): Promise<void> {
  await read((response) => response.text().catch(() => ''))
}
