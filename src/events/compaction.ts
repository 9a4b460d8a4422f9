import type { ItemEventFields } from './event-fields.js'

/** The server is compressing earlier turns. A notice only; the `compaction` item comes with its own events. */
export interface ResponseCompactionCompactingEvent extends ItemEventFields {
  type: 'response.compaction.compacting'
}

export type CompactionEvent = ResponseCompactionCompactingEvent
