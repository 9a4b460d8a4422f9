import type { ResponseStream } from '../stream/response-stream.js'
import type { Advice } from './session.js'
import type { Target } from './target.js'

/** What can still be done about a background response that this command no longer follows. */
export function goOnLater(
  { responseId, cursor }: Pick<ResponseStream, 'responseId' | 'cursor'>,
  { isOurs }: Target,
  { baseUrl }: { baseUrl?: string },
  why: Parameters<Advice>[0],
): string[] {
  const failed = why === 'failed'
  if (isOurs) return failed ? [] : ['The built-in server ends with this command, and the response with it.']
  if (responseId === undefined)
    return failed ? [] : ['The server had not named the response yet, so it may or may not be running there.']
  const server = baseUrl === undefined ? '' : ` --base-url ${baseUrl}`
  const after = cursor === undefined ? '' : ` --after ${cursor.sequence_number}`
  return [
    failed ? 'The response may still be there.' : 'The response goes on at the server.',
    'To read on:',
    `  millrace resume ${responseId}${after}${server}`,
    'To stop it:',
    `  millrace cancel ${responseId}${server}`,
  ]
}
