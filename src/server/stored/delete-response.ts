import { isFinalStatus } from '../../store/final-status.js'
import type { Exchange } from '../core.js'
import { invalidRequest } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { findResponse } from './find-response.js'

/** `DELETE /responses/{id}`: forgets a response that has ended, and its events. */
export async function deleteResponse(exchange: Exchange, id: string, owner: string): Promise<Response> {
  const record = await findResponse(exchange, id, owner)
  if (!isFinalStatus(record.response.status)) throw invalidRequest('Cannot delete an in-flight response.')
  await exchange.store.delete(id)
  return jsonResponse({ id, object: 'response', deleted: true })
}
