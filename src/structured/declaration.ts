import type { ResponseFunctionToolCall } from '../events/items/function-call.js'

/**
 * Where `textFormat` and `functionTool` keep what reads the values they declare. A symbol, so that
 * `JSON.stringify` leaves it out of the request and a spread copy of the object keeps it. Registered, so that
 * two copies of this package understand each other.
 */
export const declaration: unique symbol = Symbol.for('millrace.declaration')

/** Why a text gave no value. */
export interface ParseError {
  /** The text is no JSON; the value does not fit the schema; or the schema itself threw. */
  code: 'invalid_json' | 'schema_mismatch' | 'schema_threw'
  /** What is wrong, with the path in front where there is one. */
  message: string
  /** From the root of the value to what is wrong; empty for the value as a whole. */
  path: readonly (string | number)[]
  /** What a schema or a parser threw. Not enumerable: `JSON.stringify` leaves it out. */
  cause?: unknown
}

/** A value, or why there is none. */
export type ParseResult<Output> =
  | { parsed: Output; parse_error?: undefined }
  | { parsed?: undefined; parse_error: ParseError }

/** A value that grows while its text arrives. */
export interface PartialValue {
  /** More of the text. Text that is no JSON stops the growth and is left to the final parse to report. */
  push(text: string): void
  /** Undefined until something is known. The same object throughout, changed in place. */
  readonly value: unknown
  /** How often the value has changed, so that a reader can tell without comparing. */
  readonly changes: number
}

/** What a tool is told beside its arguments. */
export interface ToolContext {
  /** Aborts when the caller gives up. */
  signal: AbortSignal
  /** The call as the model made it. */
  call: ResponseFunctionToolCall
}

/**
 * What a declared format or tool knows of its values: `Output` after the schema, `Input` as the model
 * writes it.
 */
export interface ValueDeclaration<Output, Input = Output> {
  /** Never throws and never rejects. A promise only where the schema is an asynchronous one. */
  parse(text: string): ParseResult<Output> | Promise<ParseResult<Output>>
  /** Absent where nothing can be said of a value before its text is complete. */
  openPartial?(): PartialValue
  /** Of a tool: runs it. Absent where the caller does that. */
  execute?(args: Output, context: ToolContext): unknown
  /** Types only. */
  readonly types?: { readonly output: Output; readonly input: Input }
}
