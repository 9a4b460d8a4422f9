import type { ResponseRecord } from '../../store/response-record.js'
import { encodeFor, type Core } from '../core.js'
import { createLedger } from '../run/ledger.js'
import { createLogSink } from '../run/log-sink.js'
import { createResponseLog } from '../run/response-log.js'
import { stored } from '../run/event-response.js'
import { terminalResponse, type Ending } from '../run/terminal-response.js'
import { retentionOf } from './retention.js'
import { readKept, refold } from './kept-events.js'

export interface Orphan {
  record: ResponseRecord
  /** The one that `takeOver` has given. */
  epoch: number
  ending: Ending
}

/**
 * Ends a run whose process is gone: what it has appended is folded once more, what is open in it is
 * closed, and the terminal event follows, with the numbers that come next.
 */
export async function endOrphan(core: Core, { record, epoch, ending }: Orphan): Promise<void> {
  const { store } = core
  const retention = retentionOf(core, record.request)
  const kept = await readKept(store, record.id)
  if (kept === undefined) {
    const { outcome } = ending
    const response = stored(terminalResponse(record.response, {}, record.response.output ?? [], outcome))
    return store.records.update(record.id, epoch, { ...(response && { response }), ...retention })
  }
  const lost: unknown[] = []
  const sink = createLogSink({
    store,
    id: record.id,
    epoch,
    first: kept.next,
    encode: encodeFor(core.options),
    ...retention,
    onLost: (error) => void lost.push(error),
  })
  const ledger = createLedger(sink, () => undefined)
  refold(kept.events, ledger)
  const shell = { service_tier: null, ...record.response, output: [] as [] }
  createResponseLog(ledger, shell, false, kept.next > 0).end(ending)
  sink.end()
  await sink.finished
  if (lost.length > 0) throw new Error(`The end of ${record.id} could not be appended.`, { cause: lost[0] })
}
