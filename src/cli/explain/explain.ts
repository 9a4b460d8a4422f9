import { APIError } from '../../errors/api-error.js'
import { APIConnectionError, APIConnectionTimeoutError } from '../../errors/connection-error.js'
import { MillraceError } from '../../errors/millrace-error.js'
import { ProtocolError, StreamIdleError, StreamTruncatedError } from '../../errors/stream-error.js'
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
}

interface Explanation {
  /** What happened. */
  readonly message: string
  /** What to do about it. */
  readonly hints: readonly (string | undefined)[]
}

/** An error as a message for people: what happened, and what to do. */
export function explain(error: unknown, place: Place): string[] {
  const { message, hints } = explanationOf(error, place)
  const shown = hints.filter((hint): hint is string => hint !== undefined && hint !== '')
  return [message, ...shown.map((hint) => `  ${hint}`)]
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return exitCode.usage
  if (MillraceError.isInstance(error) && error.code === 'invalid_argument') return exitCode.usage
  return ProtocolError.isInstance(error) ? exitCode.protocol : exitCode.failed
}

function explanationOf(error: unknown, place: Place): Explanation {
  if (error instanceof UsageError) return { message: error.message, hints: error.hints }
  if (APIConnectionTimeoutError.isInstance(error)) return noAnswer(place)
  if (APIConnectionError.isInstance(error)) return connection(error, place)
  if (APIError.isInstance(error))
    return isPage(error) ? wrongPage(error, place) : refusedRequest(error, place)
  if (StreamTruncatedError.isInstance(error)) return truncated(place)
  if (StreamIdleError.isInstance(error)) return silence(error, place)
  if (ProtocolError.isInstance(error)) return protocol(error, place)
  if (MillraceError.isInstance(error)) return { message: error.message, hints: [] }
  return {
    message: `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
    hints: [debugHint],
  }
}

const debugHint = 'Run it with --debug to see where it comes from.'

function noAnswer({ host }: Place): Explanation {
  return { message: `${host} did not answer in time.`, hints: ['Running it again often helps.'] }
}

function connection(error: APIConnectionError, { host }: Place): Explanation {
  const known = describeNetworkError(error, host)
  return { message: known ?? `The connection to ${host} failed: ${error.message}`, hints: [] }
}

/** Errors about a page carry its title, found or not; errors of an API have no such field. */
function isPage(error: APIError): boolean {
  return error.code === 'unexpected_content_type' || 'title' in fieldsOf(error.error)
}

function wrongPage(error: APIError, { host }: Place): Explanation {
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

function truncated({ host }: Place): Explanation {
  return {
    message: `${host} ended the stream before the response was complete.`,
    hints: ['What came is printed.'],
  }
}

function silence(error: StreamIdleError, { host }: Place): Explanation {
  return { message: `${host} took too long. ${error.message}`, hints: [] }
}

function protocol(error: ProtocolError, { host }: Place): Explanation {
  const where = error.sequenceNumber === undefined ? '' : ` at event ${error.sequenceNumber}`
  return { message: `${host} broke the protocol${where} (${error.rule}): ${error.message}`, hints: [] }
}
