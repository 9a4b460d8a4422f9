import type { ResponseRecord } from '../../store/response-record.js'
import type { Store } from '../../store/store.js'
import { HTTPError, invalidRequest } from '../http-error.js'

/** The response of this owner. Somebody else's is not found, exactly like one that there never was. */
export async function findResponse(store: Store, id: string, owner: string): Promise<ResponseRecord> {
  if (!id.startsWith('resp')) {
    throw invalidRequest(
      `Invalid 'response_id': '${id}'. Expected an ID that begins with 'resp'.`,
      'response_id',
      'invalid_id_prefix',
    )
  }
  const record = await store.records.read(id)
  if (record === undefined || record.owner !== owner) throw notFound(id)
  return record
}

export function notFound(id: string): HTTPError {
  return new HTTPError({ status: 404, message: `Response with id '${id}' not found.` })
}
