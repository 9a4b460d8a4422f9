import type { ResponseStream } from '../stream/response-stream.js'
import type { Advice } from './session.js'
import type { SchemaOptions } from './schema/read-format.js'
import type { Target } from './target.js'

/** What can still be done about a background response that this command no longer follows. */
export function goOnLater(
  { responseId, cursor }: Pick<ResponseStream, 'responseId' | 'cursor'>,
  { isOurs }: Target,
  { baseUrl, schema, strictSchema }: SchemaOptions & { baseUrl?: string },
  why: Parameters<Advice>[0],
): string[] {
  const failed = why === 'failed'
  if (isOurs) return failed ? [] : ['The built-in server ends with this command, and the response with it.']
  if (responseId === undefined)
    return failed ? [] : ['The server had not named the response yet, so it may or may not be running there.']
  const server = baseUrl === undefined ? '' : ` --base-url ${baseUrl}`
  const after = cursor === undefined ? '' : ` --after ${cursor.sequence_number}`
  const strictness = strictSchema === false ? ' --no-strict-schema' : ''
  const reading = schema === undefined ? '' : ` --schema ${quoted(schema)}${strictness}`
  return [
    failed ? 'The response may still be there.' : 'The response goes on at the server.',
    'To read on:',
    `  millrace resume ${responseId}${after}${reading}${server}`,
    'To stop it:',
    `  millrace cancel ${responseId}${server}`,
  ]
}

/** So that a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
