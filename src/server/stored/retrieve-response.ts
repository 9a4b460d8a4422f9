import type { Exchange } from '../core.js'
import { quietly } from '../hooks.js'
import { invalidRequest } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { findResponse } from './find-response.js'
import { readLog } from './read-log.js'
import { responseNow } from './response-now.js'

/** `GET /responses/{id}`: the response as it stands, or with `stream=true` its events. */
export async function retrieveResponse(exchange: Exchange, id: string, owner: string): Promise<Response> {
  const record = await findResponse(exchange.store, id, owner)
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
  const after = cursorOf(query.get('starting_after'))
  const answer = await readLog(exchange, record, { after })
  const { options, requestId } = exchange
  quietly(() => options.hooks.onReconnect?.({ responseId: id, requestId, owner, startingAfter: after }))
  return answer
}

function cursorOf(text: string | null): number {
  if (text === null) return -1
  const cursor = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(cursor)) {
    const message = `Invalid type for 'starting_after': expected an integer, but got '${text}' instead.`
    throw invalidRequest(message, 'starting_after', 'invalid_type')
  }
  if (cursor < 0) {
    const message = `Invalid 'starting_after': integer below minimum value. Expected a value >= 0, but got ${text} instead.`
    throw invalidRequest(message, 'starting_after', 'integer_below_min_value')
  }
  return cursor
}
