import type { WireResponse } from './response.js'

/** What every event may carry. */
export interface EventFields {
  /** Counts events from 0 by 1. Streams recorded before mid-2025 and some gateways do without. */
  sequence_number?: number
}

/** What events about a whole response carry. */
export interface ResponseEventFields extends EventFields {
  response: WireResponse
}

/** What events about one output item carry. Route by `output_index`: some gateways change `item_id` with every event. */
export interface ItemEventFields extends EventFields {
  item_id: string
  output_index: number
}

/** What events about one content part carry. */
export interface PartEventFields extends ItemEventFields {
  content_index: number
}

/** What events about one part of a reasoning summary carry. */
export interface SummaryEventFields extends ItemEventFields {
  summary_index: number
}

/** A piece of a string that grows. */
export interface DeltaFields {
  delta: string
  /** Random padding against traffic analysis; not part of the text. */
  obfuscation?: string
}
