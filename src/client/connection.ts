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
export function creatingConnection(session: Session, call: PreparedCall, options: StreamRequestOptions): Connection {
  const open = ({ signal }: ConnectRequest): Promise<FetchResponse> => connect(session, call, options, signal)
  let repeats = options.maxRetries ?? session.maxRetries ?? 2

  async function reopen(request: ConnectRequest, cause: unknown): Promise<FetchResponse> {
    if (repeats-- <= 0) throw cause
    if (MillraceError.isInstance(cause)) {
      const doubt = unknownOutcome(cause, call, session.server)
      if (doubt !== undefined) throw doubt
    }
    return open(request)
  }

  return { ...followUps(session, options), open, reopen }
}

/** The requests of a stream that follows a response which exists. */
export function followingConnection(session: Session, place: FollowRequest, options: StreamRequestOptions): Connection {
  return {
    ...followUps(session, options),
    open: ({ signal }) => follow(session, { ...place, signal }, options),
  }
}

function followUps(session: Session, options: StreamRequestOptions): Omit<Connection, 'open'> {
  // A header for one POST says nothing about the requests that follow it.
  const later = { ...options, idempotencyKey: undefined }
  return {
    resume: (request) => follow(session, request, later),
    retrieve: ({ signal, response_id }) => retrieve(session, response_id, { ...later, signal }),
    async cancel(response_id) {
      const call = prepareCall({ method: 'POST', path: responsePath('cancel', response_id, '/cancel') }, later)
      const { read } = await send(session, call, { ...later, signal: undefined })
      return read(readResponse)
    },
  }
}

function follow(session: Session, request: ResumeRequest, options: StreamRequestOptions): Promise<FetchResponse> {
  const { response_id, starting_after, signal } = request
  const query = { stream: true, starting_after }
  const call = prepareCall({ method: 'GET', path: responsePath('resume', response_id), query, stream: true }, options)
  return connect(session, call, options, signal)
}

async function retrieve(session: Session, id: string, options: StreamRequestOptions): Promise<WireResponse> {
  const call = prepareCall({ method: 'GET', path: responsePath('retrieve', id) }, options)
  const { read } = await send(session, call, options)
  return read(readResponse)
}
