import type {
  ResponseFunctionCallArgumentsDeltaEvent,
  ResponseFunctionCallArgumentsDoneEvent,
} from '../events/function-call.js'
import type { ResponseCompletedEvent } from '../events/lifecycle.js'
import type { ResponseTextDeltaEvent, ResponseTextDoneEvent } from '../events/text.js'
import type { ResponseStreamEvent } from '../events/union.js'
import type { UnknownEvent } from '../events/unknown.js'
import type { ParseError } from '../structured/declaration.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'

/** A text delta with the text of its part so far (seed §5.5). */
export interface ParsedTextDeltaEvent<D extends Declared = Declared> extends ResponseTextDeltaEvent {
  snapshot: string
  /** The declared value as far as it is known: one object that grows in place. Undefined at first. */
  partial?: D['partial'] | undefined
}

/** A whole text with its declared value (seed §5.5). A text cut short has neither value nor error. */
export interface ParsedTextDoneEvent<D extends Declared = Declared> extends ResponseTextDoneEvent {
  parsed?: D['parsed']
  parse_error?: ParseError
}

/** An arguments delta with the arguments so far (seed §5.5). */
export interface ParsedFunctionCallArgumentsDeltaEvent<
  D extends Declared = Declared,
> extends ResponseFunctionCallArgumentsDeltaEvent {
  snapshot: string
  /** As on a text delta, for a tool made by `functionTool`. */
  partial?: D['partialArguments'] | undefined
}

/** The whole arguments, with their value for a tool made by `functionTool`. */
export interface ParsedFunctionCallArgumentsDoneEvent<
  D extends Declared = Declared,
> extends ResponseFunctionCallArgumentsDoneEvent {
  parsed_arguments?: D['call']['parsed_arguments']
  parse_error?: ParseError
}

/** The completed response as it was accumulated, with `output_text` and the declared values (seed §5.5). */
export interface ParsedResponseCompletedEvent<D extends Declared = Declared> extends Omit<
  ResponseCompletedEvent,
  'response'
> {
  response: ParsedResponse<D>
}

type Raised<D extends Declared> =
  | ParsedTextDeltaEvent<D>
  | ParsedTextDoneEvent<D>
  | ParsedFunctionCallArgumentsDeltaEvent<D>
  | ParsedFunctionCallArgumentsDoneEvent<D>
  | ParsedResponseCompletedEvent<D>

/** What a `ResponseStream` yields: each event of the wire, one for one, some with more on them. */
export type ParsedResponseStreamEvent<D extends Declared = Declared> =
  | Exclude<ResponseStreamEvent, { type: Raised<D>['type'] }>
  | Raised<D>
  | UnknownEvent
