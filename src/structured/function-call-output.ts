import type { ResponseInputContent } from '../events/input-content.js'
import type { FunctionCallOutput } from '../events/input-items.js'
import type { ResponseFunctionToolCall } from '../events/items/function-call.js'
import { isObject } from './json-schema.js'
import { reasonOf } from './reason-of.js'

/** A function call without a result, and what the model is told instead. */
export interface FunctionCallFailure {
  code: 'unknown_tool' | 'invalid_arguments' | 'execution_failed'
  call: ResponseFunctionToolCall
  /** A `ParseError` for invalid arguments, what was thrown for a failed execution. */
  error?: unknown
  /** JSON text. */
  output: string
}

/** The item that gives the result of a call back to the model. */
export function answer(call: ResponseFunctionToolCall, result: unknown): FunctionCallOutput {
  return {
    type: 'function_call_output',
    call_id: call.call_id,
    output: toOutput(result),
    // A call that a program made is answered to that program.
    ...(call.caller && { caller: call.caller }),
  }
}

/** A string and content parts as they are, all else as JSON. */
function toOutput(result: unknown): string | ResponseInputContent[] {
  if (typeof result === 'string') return result
  if (isContentList(result)) return result
  // Undefined for what JSON does not have.
  const json: string | undefined = JSON.stringify(result)
  return json ?? 'The function returned nothing.'
}

const contentTypes: ReadonlySet<unknown> = new Set(['input_text', 'input_image', 'input_file'])

function isContentList(result: unknown): result is ResponseInputContent[] {
  return (
    Array.isArray(result) &&
    result.length > 0 &&
    result.every((part) => isObject(part) && contentTypes.has(part['type']))
  )
}

/** What the model is told of each failure. */
const messages = {
  unknown_tool: ({ name }: ResponseFunctionToolCall) => `There is no function named ${name}.`,
  invalid_arguments: ({ name }: ResponseFunctionToolCall, reason: string) =>
    `The arguments do not fit, and ${name} was not called. ${reason}`,
  execution_failed: ({ name }: ResponseFunctionToolCall, reason: string) => `${name} failed: ${reason}`,
}

/** The failure of a call, told to the model as `{"error":"…"}`. */
export function failure(
  code: FunctionCallFailure['code'],
  call: ResponseFunctionToolCall,
  error?: unknown,
): FunctionCallFailure {
  const output = JSON.stringify({ error: messages[code](call, reasonOf(error)) })
  return { code, call, ...(error !== undefined && { error }), output }
}
