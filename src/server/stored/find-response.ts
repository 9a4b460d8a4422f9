import type { ResponseRecord } from '../../store/response-record.js'
import { isFinalStatus } from '../../store/final-status.js'
import type { Exchange } from '../core.js'
import { HTTPError, invalidRequest } from '../http-error.js'

/** The response of this owner. Somebody else's is not found, exactly like one that there never was. */
export async function findResponse(
  { store, options }: Pick<Exchange, 'store' | 'options'>,
  id: string,
  owner: string,
): Promise<ResponseRecord> {
  if (!id.startsWith('resp')) {
    throw invalidRequest(
      `Invalid 'response_id': '${id}'. Expected an ID that begins with 'resp'.`,
      'response_id',
      'invalid_id_prefix',
    )
  }
  const record = await store.records.read(id)
  if (record === undefined || record.owner !== owner) throw notFound(id)
  const inFlight = !record.background && !isFinalStatus(record.response.status)
  if (inFlight && options.foregroundInFlight === 'hidden') throw notFound(id)
  return record
}

export function notFound(id: string): HTTPError {
  return new HTTPError({ status: 404, message: `Response with id '${id}' not found.` })
}
