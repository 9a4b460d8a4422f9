import { MillraceError } from '../errors/millrace-error.js'

/** `/responses/{id}` and what follows. */
export function responsePath(method: string, id: unknown, rest = ''): string {
  return `/responses/${encodeURIComponent(checkId(method, id))}${rest}`
}

/** An empty id would name the collection, `..` something else altogether. */
export function checkId(method: string, id: unknown): string {
  if (typeof id === 'string' && id.trim() !== '' && id !== '.' && id !== '..') return id
  const got = typeof id === 'string' ? JSON.stringify(id) : String(id)
  throw invalid(`responses.${method} needs the id of a response ("resp_…"), and got ${got}.`)
}

/** Creating a response and following one that exists are different requests; which was meant cannot be guessed. */
export function checkCreateParams(method: string, params: unknown): void {
  if (typeof params !== 'object' || params === null) {
    throw invalid(`responses.${method} needs parameters, and got ${String(params)}.`)
  }
  if (!('response_id' in params)) return
  throw invalid(
    `responses.${method} creates a response and takes no response_id. Follow a response with ` +
      'responses.stream({ response_id, starting_after }); continue a conversation with previous_response_id.',
  )
}

function invalid(message: string): MillraceError {
  return new MillraceError('invalid_argument', message)
}
