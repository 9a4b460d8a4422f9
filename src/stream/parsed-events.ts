import type { ResponseFunctionCallArgumentsDeltaEvent } from '../events/function-call.js'
import type { ResponseCompletedEvent } from '../events/lifecycle.js'
import type { Response } from '../events/response.js'
import type { ResponseTextDeltaEvent } from '../events/text.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { UnknownEvent } from '../events/unknown.js'

/** A text delta with the text of its part so far (seed §5.5). */
export interface ParsedTextDeltaEvent extends ResponseTextDeltaEvent {
  snapshot: string
}

/** An arguments delta with the arguments so far (seed §5.5). */
export interface ParsedFunctionCallArgumentsDeltaEvent extends ResponseFunctionCallArgumentsDeltaEvent {
  snapshot: string
}

/** The completed response as it was accumulated, with `output_text` (seed §5.5). */
export interface ParsedResponseCompletedEvent extends ResponseCompletedEvent {
  response: Response
}

type Raised = ParsedTextDeltaEvent | ParsedFunctionCallArgumentsDeltaEvent | ParsedResponseCompletedEvent

/** What a `ResponseStream` yields: each event of the wire, one for one, some with more on them. */
export type ParsedResponseStreamEvent =
  | Exclude<ResponseStreamEvent, { type: Raised['type'] }>
  | Raised
  | UnknownEvent
