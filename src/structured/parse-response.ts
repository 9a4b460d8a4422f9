import type { ResponseOutputItem } from '../events/items/output-item.js'
import type { Response } from '../events/response.js'
import type { ParseResult, ValueDeclaration } from './declaration.js'
import type { Declarations } from './declarations.js'
import type {
  Declared,
  ParsedFunctionToolCall,
  ParsedResponse,
  ParsedResponseOutputItem,
  ParsedResponseOutputMessage,
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
    if (item.type !== 'function_call' && item.type !== 'message') return item
    if (item.status === 'incomplete' || (!completed && item.status !== 'completed')) return item
    if (item.type === 'function_call') return parseCall(item, index)
    return format === undefined ? item : parseMessage(item, index, format)
  }

  async function parseCall(call: ParsedFunctionToolCall, index: number): Promise<ParsedFunctionToolCall> {
    const declared = tools.get(call.name)
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
        if (part.type !== 'output_text') return part
        const { parsed, parse_error } = await read(declared, part.text, index, position)
        if (parse_error === undefined) return { ...part, parsed }
        return completed ? { ...part, parse_error } : part
      }),
    )
    return { ...message, content }
  }

  const output = await Promise.all(response.output.map(parseItem))
  const parsed: ParsedResponse = { ...response, output }
  const answer = firstValue(output)
  if (answer !== undefined) parsed.output_parsed = answer.parsed
  return declaredAs(parsed)
}

/** A commentary may be JSON too; the answer is what the caller asked for. */
function firstValue(output: readonly ParsedResponseOutputItem[]): { parsed: unknown } | undefined {
  const messages = output.filter((item) => item.type === 'message')
  const answers = messages.filter(({ phase }) => phase === 'final_answer')
  for (const { content } of [...answers, ...messages]) {
    for (const part of content) {
      if (part.type === 'output_text' && 'parsed' in part) return { parsed: part.parsed }
    }
  }
  return undefined
}

/** What the values are is known to the schemas that made them, and of those the compiler sees only the types. */
export function declaredAs<D extends Declared>(response: Response | ParsedResponse): ParsedResponse<D> {
  return response as ParsedResponse<D>
}
