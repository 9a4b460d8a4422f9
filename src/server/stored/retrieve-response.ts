import type { Exchange } from '../core.js'
import { quietly } from '../hooks.js'
import { invalidRequest } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { findResponse } from './find-response.js'
import { readLog } from './read-log.js'
import { responseNow } from './response-now.js'

/** `GET /responses/{id}`: the response as it stands, or with `stream=true` its events. */
export async function retrieveResponse(exchange: Exchange, id: string, owner: string): Promise<Response> {
  const record = await findResponse(exchange, id, owner)
  const query = new URL(exchange.request.url).searchParams
  if (query.get('stream') !== 'true') return jsonResponse(await responseNow(exchange, record))
  if (!record.background) {
    const message = 'This response cannot be streamed because it was not created with background=true.'
    throw invalidRequest(message, 'stream', 'invalid_request_error')
  }
  if (!record.stream) {
    const message = 'This response cannot be streamed because it was not created with stream=true.'
    throw invalidRequest(message, 'stream', 'invalid_request_error')
  }
  const after = cursorOf(query.getAll('starting_after'))
  const obfuscate = flagOf(query.get('include_obfuscation'), 'include_obfuscation')
  const answer = await readLog(exchange, record, { after: await readFrom(exchange, id, after), obfuscate })
  const { options, requestId } = exchange
  quietly(() => options.hooks.onReconnect?.({ responseId: id, requestId, owner, startingAfter: after }))
  return answer
}

/** The cursor to read from: by option the terminal event comes again, for who has had it already. */
async function readFrom({ store, options }: Exchange, id: string, after: number): Promise<number> {
  if (!options.resendTerminalEvent) return after
  const state = await store.logs.read(id, after, { limit: 0 }).catch(() => undefined)
  return state?.closed === true ? Math.min(after, state.next - 2) : after
}

function flagOf(text: string | null, param: string): boolean {
  if (text === null || text === 'false') return false
  if (text === 'true') return true
  throw invalidRequest(
    `Invalid type for '${param}': expected a boolean, but got '${text}' instead.`,
    param,
    'invalid_type',
  )
}

function cursorOf([text, second]: readonly string[]): number {
  if (text === undefined) return -1
  if (second !== undefined)
    throw invalidRequest("The parameter 'starting_after' is there twice.", 'starting_after', 'invalid_type')
  const cursor = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(cursor)) {
    const message = `Invalid type for 'starting_after': expected an integer, but got '${text}' instead.`
    throw invalidRequest(message, 'starting_after', 'invalid_type')
  }
  if (cursor < 0) {
    const message = `Invalid 'starting_after': integer below minimum value. Expected a value >= 0, but got ${text} instead.`
    throw invalidRequest(message, 'starting_after', 'integer_below_min_value')
  }
  return cursor
}
