import { isFinalStatus } from '../../store/final-status.js'
import type { ResponseRecord } from '../../store/response-record.js'
import type { Core, Exchange } from '../core.js'
import { HTTPError, invalidRequest } from '../http-error.js'
import { jsonResponse } from '../json-response.js'
import { endOrphan } from './end-orphan.js'
import { lostRun } from './lost-run.js'
import { findResponse } from './find-response.js'

/** `POST /responses/{id}/cancel`: ends a run, whichever process it runs in. A second time it changes nothing. */
export async function cancelResponse(exchange: Exchange, id: string, owner: string): Promise<Response> {
  const record = await findResponse(exchange, id, owner)
  if (!isFinalStatus(record.response.status)) await cancel(exchange, record)
  const { background, response } = await findResponse(exchange, id, owner)
  if (!isFinalStatus(response.status)) throw lostRun('Somebody else is ending it.')
  if (response.status === 'cancelled' || exchange.options.cancelAfterEnd === 'return')
    return jsonResponse(response)
  const what = background
    ? `a${response.status === 'incomplete' ? 'n' : ''} ${response.status}`
    : 'a synchronous'
  throw invalidRequest(`Cannot cancel ${what} response.`, null, 'response_already_terminal')
}

async function cancel(core: Core, record: ResponseRecord): Promise<void> {
  const outcome = { status: 'cancelled', cleared: core.options.outputOnCancel === 'clear' } as const
  const live = core.live.get(record.id)
  if (live !== undefined) {
    // A run that has not begun would be refused; it is to end as a response.
    if (live.run.response() === undefined) live.run.open()
    live.run.stop(cancelled(), outcome)
    await live.finished
    if (live.lost === undefined) return
  }
  // It runs in another process, which learns from the epoch that it is over.
  const epoch = await core.store.takeOver(record.id, record.epoch)
  if (epoch === undefined) return
  await endOrphan(core, { record, epoch, ending: { outcome } })
}

function cancelled(): HTTPError {
  return new HTTPError({ status: 409, message: 'The response was cancelled.', code: 'response_cancelled' })
}
