import { MillraceError } from '../errors/millrace-error.js'
import type { FunctionCallOutput } from '../events/input-items.js'
import type { ResponseFunctionToolCall } from '../events/items/function-call.js'
import { isCutOffCall } from './cut-off.js'
import type { ValueDeclaration } from './declaration.js'
import { answer, failure, type FunctionCallFailure } from './function-call-output.js'
import { calledName, findTools } from './function-tools.js'
import { inParallel } from './in-parallel.js'

/** How function calls are run. */
export interface RunFunctionCallsOptions {
  /** Ends the whole run; each `execute` gets it too. */
  signal?: AbortSignal | undefined
  /** How many run at a time; less than one counts as one. Default: all of them. */
  concurrency?: number
  /** Sees each call that failed, before the model does. What it throws, `runFunctionCalls` rejects with. */
  onError?: (failure: FunctionCallFailure) => void
}

/** The part of a response that is read here. */
export interface ResponseWithCalls {
  readonly id?: string
  readonly status?: string | null | undefined
  readonly output: readonly { readonly type: string }[]
}

/**
 * Runs the function calls of a completed response and answers with their results, in the order of the calls, as items
 * for the `input` of the next request. There is no loop in it: whether to ask again is yours to decide.
 *
 * Arguments are read by the tool's own schema. Arguments that do not fit, a tool that is not among `tools`, and what a
 * function throws become outputs that tell the model what was wrong, so that it can try again; `onError` sees them.
 * Calls of tools without `execute` are left to you, as are custom tool calls and calls that were cut off.
 *
 * @param tools Made by `functionTool`, or by `zodResponsesFunction` of `openai/helpers/zod`; others may be among them.
 * @throws {MillraceError} `response_not_completed`: its calls may be cut off.
 * @throws {APIUserAbortError} `aborted`, as soon as the signal aborts; results that are there are dropped.
 * @example
 * const outputs = await runFunctionCalls(response, tools, { signal })
 * input.push(...toResponseInputItems(response.output), ...outputs)
 */
export async function runFunctionCalls(
  response: ResponseWithCalls,
  tools: readonly unknown[],
  { signal, concurrency = Number.POSITIVE_INFINITY, onError }: RunFunctionCallsOptions = {},
): Promise<FunctionCallOutput[]> {
  if (response.status !== 'completed') throw notCompleted(response)
  const known = findTools(tools)
  const calls = response.output.filter(isCompleteCall).filter((call) => {
    const name = calledName(call)
    return !known.has(name) || known.get(name)?.execute !== undefined
  })
  return inParallel(calls, { signal, concurrency }, async (call, aborted) => {
    const result = await runCall(call, known.get(calledName(call)), aborted)
    if ('output' in result) return result
    // What a function throws when it is told to stop is no failure of its own.
    if (!aborted.aborted) onError?.(result.failure)
    return answer(call, result.failure.output)
  })
}

async function runCall(
  call: ResponseFunctionToolCall,
  tool: ValueDeclaration<unknown, unknown> | undefined,
  signal: AbortSignal,
): Promise<FunctionCallOutput | { failure: FunctionCallFailure }> {
  if (tool === undefined) return { failure: failure('unknown_tool', call) }
  const { parsed, parse_error } = await tool.parse(call.arguments)
  if (parse_error !== undefined) return { failure: failure('invalid_arguments', call, parse_error) }
  try {
    const result: unknown = await tool.execute?.(parsed, { signal, call })
    // JSON would make `{}` of it.
    if (result instanceof Error) return { failure: failure('execution_failed', call, result) }
    return answer(call, result)
  } catch (error) {
    return { failure: failure('execution_failed', call, error) }
  }
}

function isCompleteCall(item: { readonly type: string }): item is ResponseFunctionToolCall {
  return item.type === 'function_call' && !isCutOffCall(item)
}

function notCompleted({ id, status }: ResponseWithCalls): MillraceError {
  const error = new MillraceError(
    'response_not_completed',
    `The function calls of ${id ?? 'the response'} were not run: its status is ${status ?? 'missing'}, so they may be ` +
      'cut off. Wait for the completed response, or ask again.',
  )
  if (id !== undefined) error.responseId = id
  return error
}
