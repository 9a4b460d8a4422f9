import type { WireResponse } from '../events/response.js'
import type { Connection, ConnectRequest, ResumeRequest } from '../stream/connection.js'
import { type PreparedCall, prepareCall } from './call.js'
import { unknownOutcome } from './idempotency.js'
import type { StreamRequestOptions } from './options.js'
import { readResponse } from './read-response.js'
import { responsePath } from './request-checks.js'
import { send, type Session } from './send.js'
import { connect } from './streaming.js'
import type { FetchResponse } from './transport.js'
import { MillraceError } from '../errors/millrace-error.js'

type FollowRequest = Pick<ResumeRequest, 'response_id' | 'starting_after'>

/** The requests of a stream that begins by creating a response. */
export function creatingConnection(
  session: Session,
  call: PreparedCall,
  options: StreamRequestOptions,
): Connection {
  const startedAt = Date.now()
  const open = ({ signal }: ConnectRequest): Promise<FetchResponse> =>
    connect(session, { ...call, startedAt }, options, signal)
  let repeats = options.maxRetries ?? session.maxRetries ?? 2

  async function reopen(request: ConnectRequest, cause: unknown): Promise<FetchResponse> {
    if (repeats-- <= 0) throw cause
    if (MillraceError.isInstance(cause)) {
      const doubt = unknownOutcome(cause, call, session.server)
      if (doubt !== undefined) throw doubt
    }
    return open(request)
  }

  return { ...followUps(session, options, startedAt), open, reopen }
}

/** The requests of a stream that follows a response which exists. */
export function followingConnection(
  session: Session,
  place: FollowRequest,
  options: StreamRequestOptions,
): Connection {
  const startedAt = Date.now()
  return {
    ...followUps(session, options, startedAt),
    open: ({ signal }) => follow(session, { ...place, signal }, options, startedAt),
  }
}

function followUps(
  session: Session,
  options: StreamRequestOptions,
  startedAt: number,
): Omit<Connection, 'open'> {
  // A header for one POST says nothing about the requests that follow it.
  const later = { ...options, idempotencyKey: undefined }
  return {
    redact: session.transport.redact,
    resume: (request) => follow(session, request, later, startedAt),
    retrieve: ({ signal, response_id }) => retrieve(session, response_id, { ...later, signal }, startedAt),
    async cancel(response_id) {
      const call = prepareCall(
        { method: 'POST', path: responsePath('cancel', response_id, '/cancel') },
        later,
      )
      const { read } = await send(session, call, { ...later, signal: undefined })
      return read(readResponse)
    },
  }
}

function follow(
  session: Session,
  request: ResumeRequest,
  options: StreamRequestOptions,
  startedAt: number,
): Promise<FetchResponse> {
  const { response_id, starting_after, signal } = request
  const query = { stream: true, starting_after }
  const call = prepareCall(
    { method: 'GET', path: responsePath('resume', response_id), query, stream: true },
    options,
  )
  return connect(session, { ...call, startedAt }, options, signal)
}

async function retrieve(
  session: Session,
  id: string,
  options: StreamRequestOptions,
  startedAt: number,
): Promise<WireResponse> {
  const call = prepareCall({ method: 'GET', path: responsePath('retrieve', id) }, options)
  const { read } = await send(session, { ...call, startedAt }, options)
  return read(readResponse)
}
