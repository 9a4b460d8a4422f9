import type { WireResponse } from '../../events/response.js'
import { isFinalStatus } from '../../store/final-status.js'
import type { ResponseRecord } from '../../store/response-record.js'
import type { Core } from '../core.js'
import { nowhere } from '../run/event-sink.js'
import { createLedger } from '../run/ledger.js'
import { readKept, refold } from './kept-events.js'

/**
 * A response as it stands, with its output so far. It has ended when its end is stored, not before. It
 * is not to be changed.
 */
export async function responseNow({ live, store }: Core, record: ResponseRecord): Promise<WireResponse> {
  if (isFinalStatus(record.response.status)) return record.response
  const own = live.get(record.id)
  if (own !== undefined) return unfinished(own.run.response()) ?? record.response
  // It runs in another process, which tells how far it is by its log, if it has one.
  const kept = await readKept(store, record.id)
  if (kept === undefined) return record.response
  const ledger = createLedger(nowhere, () => undefined)
  refold(kept.events, ledger)
  return unfinished(ledger.response()) ?? record.response
}

function unfinished(response: WireResponse | undefined): WireResponse | undefined {
  return response === undefined || isFinalStatus(response.status ?? 'in_progress') ? undefined : response
}
