import type { ResponseCreateParams } from '../../events/params.js'
import { isFinalStatus } from '../../store/final-status.js'
import type { StoredItem } from '../../store/response-record.js'
import type { Store } from '../../store/store.js'
import { HTTPError, invalidRequest } from '../http-error.js'
import { isOwnId } from '../ids.js'
import { requireCalls } from '../validation/input-rules.js'

/** What a request continues. */
export interface EarlierTurns {
  /** Oldest first. */
  history: readonly StoredItem[]
  /** What the backend of the turn before has remembered with it. */
  previousState?: Record<string, unknown> | undefined
}

export async function earlierTurns(
  store: Store,
  owner: string,
  params: ResponseCreateParams,
): Promise<EarlierTurns> {
  const id = params.previous_response_id
  if (id === undefined || id === null) return { history: [] }
  const previous = await store.records.read(id)
  const history = previous?.owner === owner ? await store.records.history(id) : undefined
  if (previous === undefined || history === undefined) throw previousNotFound(id)
  if (!isFinalStatus(previous.response.status)) {
    const message = `Previous response with id '${id}' is still ${previous.response.status}. Wait until it has ended.`
    throw invalidRequest(message, 'previous_response_id', 'previous_response_not_finished')
  }
  requireCalls(params.input, history)
  return { history, previousState: previous.backendState }
}

/** As everywhere, another owner's response is one that there is not. */
function previousNotFound(id: string): HTTPError {
  return new HTTPError({
    status: isOwnId('resp', id) ? 404 : 400,
    message: `Previous response with id '${id}' not found.`,
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  })
}
