import type { ResponseStreamEvent } from '../../events/union.js'
import type { UnknownEvent } from '../../events/unknown.js'

/** An event of a run, complete and on its way out. */
export type RunEvent = ResponseStreamEvent | UnknownEvent
