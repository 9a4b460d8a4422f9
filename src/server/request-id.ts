import { newId } from './ids.js'

/** Visible ASCII only: the value goes into a response header and into logs. */
const acceptable = /^[\x21-\x7e]{1,200}$/

/** The id that the client sent in `x-request-id`, when it is fit to be repeated, or a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id')
  return sent !== null && acceptable.test(sent) ? sent : newId('req')
}
