import { MillraceError } from '../errors/millrace-error.js'
import { type Checkpoint, readCheckpoint } from '../snapshot/checkpoint.js'
import { ResponseStream } from '../stream/response-stream.js'
import type { Cursor, ResponseStreamOptions, StreamStart } from '../stream/response-stream-options.js'
import { followingConnection } from './connection.js'
import type { StreamRequestOptions } from './options.js'
import { checkId } from './request-checks.js'
import type { Session } from './send.js'
import { streamOptions } from './streaming.js'

/** What a stream can be resumed from. */
export type ResumePoint = string | Cursor | Checkpoint

/**
 * From an id: all events. From a cursor: all events are fetched, for the snapshot needs them, and
 * those after the cursor are delivered. From a checkpoint, which holds the fold: only later events
 * are fetched.
 */
export function resumeFrom(
  session: Session,
  point: ResumePoint,
  options: StreamRequestOptions & ResponseStreamOptions,
): ResponseStream {
  const { start, starting_after } = beginning(point)
  const connection = followingConnection(session, { response_id: start.response_id, starting_after }, options)
  return ResponseStream.connect(connection, streamOptions(session, options), start)
}

function beginning(point: ResumePoint): { start: StreamStart; starting_after?: number } {
  if (typeof point === 'string') return { start: { response_id: checkId('resume', idIn(point)) } }
  if (typeof point === 'object' && point !== null && 'state' in point)
    return fromCheckpoint(readCheckpoint(point))
  const { response_id, sequence_number } = point ?? {}
  checkId('resume', response_id)
  if (Number.isInteger(sequence_number) && sequence_number >= 0) {
    return { start: { response_id, deliverAfter: sequence_number } }
  }
  throw new MillraceError(
    'invalid_argument',
    `A cursor needs a sequence_number from 0 and got ${String(sequence_number)}. For all events, resume with the id alone.`,
  )
}

/** Sent as an id, a checkpoint would come back whole in the server's answer. */
function idIn(point: string): string {
  if (!point.trimStart().startsWith('{')) return point
  throw new MillraceError(
    'invalid_argument',
    'resume() got JSON text where it needs an id, a cursor or a checkpoint. Parse it first: resume(JSON.parse(text)).',
  )
}

function fromCheckpoint({ response_id, sequence_number, state }: Checkpoint): ReturnType<typeof beginning> {
  return { start: { response_id, state, deliverAfter: sequence_number }, starting_after: sequence_number }
}
