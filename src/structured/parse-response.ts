import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { Response } from '../events/response.js'
import type { ParseResult, ValueDeclaration } from './declaration.js'
import type { Declarations } from './declarations.js'
import { calledName } from './function-tools.js'
import { isObject } from './json-schema.js'
import type {
  Declared,
  ParsedFunctionToolCall,
  ParsedResponse,
  ParsedResponseOutputItem,
  ParsedResponseOutputMessage,
  ParsedResponseOutputText,
} from './parsed-response.js'

/** Reads a text; a stream remembers what it has read before at the same place. */
export type ReadValue = (
  declared: ValueDeclaration<unknown>,
  text: string,
  output_index: number,
  content_index?: number,
) => ParseResult<unknown> | Promise<ParseResult<unknown>>

/**
 * The response with its declared values. The given one is not changed. Never rejects: what is wrong
 * with a value stands beside its text. A text is read only when it is complete, so of a response or
 * an item that ended early only what is whole counts, and what is not whole is no error.
 */
export async function parseResponse<D extends Declared>(
  response: Response,
  { format, tools }: Declarations,
  read: ReadValue = (declared, text) => declared.parse(text),
): Promise<ParsedResponse<D>> {
  const completed = response.status === 'completed'

  async function parseItem(item: ResponseOutputItem, index: number): Promise<ParsedResponseOutputItem> {
    if (!isObject(item)) return item
    if (item.type !== 'function_call' && item.type !== 'message') return item
    if (item.status === 'incomplete' || (!completed && item.status !== 'completed')) return item
    if (item.type === 'function_call') return parseCall(item, index)
    return format !== undefined && isAnswer(item) && Array.isArray(item.content)
      ? parseMessage(item, index, format)
      : item
  }

  async function parseCall(call: ParsedFunctionToolCall, index: number): Promise<ParsedFunctionToolCall> {
    const declared = tools.get(calledName(call))
    if (declared === undefined) return call
    const { parsed, parse_error } = await read(declared, call.arguments, index)
    if (parse_error === undefined) return { ...call, parsed_arguments: parsed }
    return completed ? { ...call, parse_error } : call
  }

  async function parseMessage(
    message: ParsedResponseOutputMessage,
    index: number,
    declared: ValueDeclaration<unknown>,
  ): Promise<ParsedResponseOutputMessage> {
    const content = await Promise.all(
      message.content.map(async (part, position) => {
        if (!isObject(part) || part.type !== 'output_text') return part
        const { parsed, parse_error } = await read(declared, part.text, index, position)
        if (parse_error === undefined) return { ...part, parsed }
        return completed ? { ...part, parse_error } : part
      }),
    )
    return { ...message, content }
  }

  const output = await Promise.all(response.output.map(parseItem))
  const parsed: ParsedResponse = { ...response, output }
  const answer = firstValue(parsed)
  if (answer !== undefined) parsed.output_parsed = answer.parsed
  return declaredAs(parsed)
}

/** Whether a message answers. One of another phase tells of the work, and its text may be JSON or not. */
export function isAnswer({ phase }: { readonly phase?: unknown }): boolean {
  return phase === undefined || phase === null || phase === 'final_answer'
}

/** The texts that answer: where there is a `final_answer`, those of it alone. */
export function answersOf({ output }: ParsedResponse): ParsedResponseOutputText[] {
  const messages = output.filter((item) => item?.type === 'message').filter(isAnswer)
  const finals = messages.filter(({ phase }) => phase === 'final_answer')
  return (finals.length > 0 ? finals : messages).flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((part) => part?.type === 'output_text') : [],
  )
}

function firstValue(response: ParsedResponse): { parsed: unknown } | undefined {
  const answer = answersOf(response).find((part) => 'parsed' in part)
  return answer && { parsed: answer.parsed }
}

/** What the values are is known to the schemas that made them, and of those the compiler sees only the types. */
export function declaredAs<D extends Declared>(response: Response | ParsedResponse): ParsedResponse<D> {
  return response as ParsedResponse<D>
}
