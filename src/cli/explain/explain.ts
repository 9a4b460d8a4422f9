import { APIError } from '../../errors/api-error.js'
import { APIConnectionError, APIConnectionTimeoutError } from '../../errors/connection-error.js'
import { MillraceError } from '../../errors/millrace-error.js'
import {
  ProtocolError,
  StreamIdleError,
  type StreamTimer,
  StreamTruncatedError,
} from '../../errors/stream-error.js'
import { defaultTimeouts } from '../../stream/watchdog.js'
import { reasonOf } from '../../structured/reason-of.js'
import { exitCode, type ExitCode, UsageError } from '../exit-code.js'
import { fieldsOf, textOf } from '../render/fields.js'
import { formatDuration } from '../render/format.js'
import { describeError } from '../render/outcome.js'
import { hintFor } from './hints.js'
import { describeNetworkError } from './network.js'

/** Where a request went, as far as a message about it needs to know. */
export interface Place {
  readonly host: string
  /** Whether a key was sent. */
  readonly hasKey: boolean
  /** It was asked for a response that it should have. */
  readonly hasResponse?: boolean
  /** It is no server but a file that is played back, and `host` is its name. */
  readonly isRecording?: boolean
}

/** How far the command has come. */
export interface Reached {
  readonly events: number
  /** Some of the answer is on stdout. */
  readonly hasPrinted: boolean
  /** How long it may take, in seconds, if somebody said so. */
  readonly timeout?: number | undefined
}

interface Explanation {
  /** What happened. */
  readonly message: string
  /** What to do about it. */
  readonly hints: readonly (string | undefined)[]
}

/** An error as a message for people: what happened, and what to do. */
export function explain(error: unknown, place: Place, reached: Reached = nothing): string[] {
  const { message, hints } = explanationOf(error, place, reached)
  const shown = hints.filter((hint): hint is string => hint !== undefined && hint !== '')
  return [message, ...shown.map((hint) => `  ${hint}`)]
}

const nothing: Reached = { events: 0, hasPrinted: false }

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return exitCode.usage
  if (MillraceError.isInstance(error) && error.code === 'invalid_argument') return exitCode.usage
  return ProtocolError.isInstance(error) ? exitCode.protocol : exitCode.failed
}

function explanationOf(error: unknown, place: Place, reached: Reached): Explanation {
  if (error instanceof UsageError) return { message: error.message, hints: error.hints }
  if (APIConnectionTimeoutError.isInstance(error)) return noAnswer(place, reached)
  if (APIConnectionError.isInstance(error)) return connection(error, place)
  if (APIError.isInstance(error))
    return isPage(error) ? wrongPage(error, place) : refusedRequest(error, place)
  if (StreamTruncatedError.isInstance(error)) return truncated(place, reached)
  if (StreamIdleError.isInstance(error)) return silence(error, place, reached)
  if (ProtocolError.isInstance(error)) return protocol(error, place)
  if (MillraceError.isInstance(error)) return { message: error.message, hints: [] }
  return {
    message: `Unexpected error: ${reasonOf(error)}`,
    hints: [debugHint],
  }
}

const debugHint = 'Run it with --debug to see where it comes from.'

function noAnswer({ host }: Place, { timeout }: Reached): Explanation {
  if (timeout !== undefined)
    return { message: `${host} did not answer within ${timeout} s.`, hints: [moreTime] }
  return { message: `${host} did not answer in time.`, hints: ['Running it again often helps.'] }
}

const moreTime = 'Give it more time with --timeout, or leave that out to wait.'

function connection(error: APIConnectionError, { host }: Place): Explanation {
  const known = describeNetworkError(error, host)
  return { message: known ?? `The connection to ${host} failed: ${error.message}`, hints: [] }
}

/** Errors about a page carry its title, found or not; errors of an API have no such field. */
function isPage(error: APIError): boolean {
  return error.code === 'unexpected_content_type' || 'title' in fieldsOf(error.error)
}

function wrongPage(error: APIError, { host, isRecording }: Place): Explanation {
  if (isRecording) return noRecording(host)
  const { content_type, title } = fieldsOf(error.error)
  const named = textOf(title) === '' ? '' : `, titled "${textOf(title)}"`
  const status = error.status === undefined || error.status === 200 ? '' : ` (HTTP ${error.status})`
  return {
    message: `${host} answered with ${textOf(content_type) || 'a web page'}${status}${named}, not with a response.`,
    hints: [
      'Check --base-url, which usually ends in /v1. A proxy, login page or firewall may have answered instead.',
    ],
  }
}

function refusedRequest(error: APIError, place: Place): Explanation {
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`
  const message = `${place.host} reported an error${status}: ${describeError(error.error?.message ?? error.message, error.code)}`
  const asked =
    error.retryAfter === undefined ? undefined : `It asks to wait ${formatDuration(error.retryAfter)}.`
  const requestId = error.requestID ? `Request id, for its support: ${error.requestID}` : undefined
  const isGone = error.status === 404 && place.hasResponse === true
  const hint =
    error.status === 401 ? keyHint(place) : isGone ? goneHint : hintFor(error.code ?? '', error.status)
  return { message, hints: [hint, asked, requestId] }
}

const goneHint = 'It may be on another server (--base-url), belong to another key, or no longer be kept.'

function keyHint({ host, hasKey }: Place): string {
  if (!hasKey) return `No key was sent: set OPENAI_API_KEY to a key for ${host}.`
  return `The key comes from OPENAI_API_KEY: check that it is complete, still valid, and made for ${host}.`
}

function noRecording(file: string): Explanation {
  return {
    message: `${file} holds no event stream.`,
    hints: ['A recording is the body of a streamed answer, as curl -N prints it: lines of "data: {…}".'],
  }
}

function truncated({ host, isRecording }: Place, { events, hasPrinted }: Reached): Explanation {
  if (isRecording && events === 0) return noRecording(host)
  const message = isRecording
    ? `${host} ends before the response is complete.`
    : `${host} ended the stream before the response was complete.`
  return { message, hints: hasPrinted ? ['What came is printed.'] : [] }
}

/** The library speaks of its own options, which nobody has at a command line. */
const silences: Partial<Record<StreamTimer, string>> = {
  firstEvent: `No event came within ${formatDuration(defaultTimeouts.firstEvent)}.`,
  idle: `Nothing came for ${formatDuration(defaultTimeouts.idle)}.`,
}

function silence(error: StreamIdleError, { host }: Place, { timeout }: Reached): Explanation {
  if (error.timer === 'total' && timeout !== undefined)
    return {
      message: `${host} took too long: the answer was not finished after ${timeout} s.`,
      hints: [moreTime],
    }
  return { message: `${host} took too long. ${silences[error.timer] ?? error.message}`, hints: [] }
}

function protocol(error: ProtocolError, { host }: Place): Explanation {
  const where = error.sequenceNumber === undefined ? '' : ` at event ${error.sequenceNumber}`
  return { message: `${host} broke the protocol${where} (${error.rule}): ${error.message}`, hints: [] }
}
