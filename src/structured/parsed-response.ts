import type { ResponseOutputRefusal, ResponseOutputText } from '../events/items/content.js'
import type { ResponseFunctionToolCall } from '../events/items/function-call.js'
import type { ResponseOutputMessage } from '../events/items/message.js'
import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { Response } from '../events/response.js'
import type { ParseError } from './declaration.js'

/** The types of the values that a request declared with `textFormat` and `functionTool`. */
export interface Declared {
  /** Of a text, after its schema. */
  parsed: unknown
  /** Of a text that is still arriving. */
  partial: unknown
  /** The calls of the declared tools, discriminated by name. */
  call: ParsedFunctionToolCall
  /** Of the arguments of any declared tool while they are still arriving. */
  partialArguments: unknown
}

/** A text with the value that its format declared; neither field when there is none and nothing went wrong. */
export interface ParsedResponseOutputText<Parsed = unknown> extends ResponseOutputText {
  parsed?: Parsed
  parse_error?: ParseError
}

/** A message whose texts are parsed. */
export interface ParsedResponseOutputMessage<Parsed = unknown> extends Omit<
  ResponseOutputMessage,
  'content'
> {
  content: (ParsedResponseOutputText<Parsed> | ResponseOutputRefusal)[]
}

/** A call with its arguments as a value; neither field for a tool that declared nothing. */
export interface ParsedFunctionToolCall<
  Name extends string = string,
  Arguments = unknown,
> extends ResponseFunctionToolCall {
  name: Name
  parsed_arguments?: Arguments
  parse_error?: ParseError
}

/** An output item with the values that its request declared. */
export type ParsedResponseOutputItem<D extends Declared = Declared> =
  | Exclude<ResponseOutputItem, { type: 'message' | 'function_call' }>
  | ParsedResponseOutputMessage<D['parsed']>
  | D['call']

/**
 * A response with its declared values (seed §5): `parsed` on each text, `parsed_arguments` on each
 * call. What could not be read has `parse_error` beside the untouched text. A response that did not
 * complete, and a refusal, may have neither.
 */
export interface ParsedResponse<D extends Declared = Declared> extends Omit<Response, 'output'> {
  output: ParsedResponseOutputItem<D>[]
  /** Of the first text that has a value: in the `final_answer` messages, or, without one, in those without a phase. */
  output_parsed?: D['parsed']
}
