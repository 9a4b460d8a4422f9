import type { ResponseCreateParams } from '../../events/params.js'
import type { RecordPatch } from '../../store/response-record.js'
import type { Core } from '../core.js'

/** For how long a response is kept after its end, where that is not for the store to say. */
export function retentionOf(
  { options }: Core,
  { store }: ResponseCreateParams,
): Pick<RecordPatch, 'retention'> {
  return store === false ? { retention: options.background.retentionWithoutStore } : {}
}
