import type { StoredItem } from '../../store/response-record.js'
import type { FunctionCallOutput, ResponseInputItem } from '../../events/input-items.js'
import type { ResponseCreateParams } from '../../events/params.js'
import type { ResponseFormatTextConfig } from '../../events/text-config.js'
import { wordsOf } from './demo-speaker.js'

/** What of a request decides the answer. */
export interface DemoRequest {
  params: ResponseCreateParams
  /** The text of the last message of the user. */
  prompt: string
  /** A name in the prompt, to put where a tool or a schema wants some text. */
  subject: string | undefined
  /** The result of a tool, when the input ends with one. */
  result: string | undefined
  format: ResponseFormatTextConfig | undefined
  /** How the user has introduced himself, in this turn or an earlier one. */
  name: string | undefined
  /** Words of the whole input. */
  inputTokens: number
}

export function readDemoRequest(
  params: ResponseCreateParams,
  history: readonly StoredItem[] = [],
): DemoRequest {
  const input =
    typeof params.input === 'string'
      ? [{ role: 'user' as const, content: params.input }]
      : (params.input ?? [])
  const items = [...history, ...input]
  const said = items.flatMap((item) => userTextOf(item) ?? [])
  const prompt = said.at(-1) ?? ''
  const text = [params.instructions ?? '', ...items.map(textOf)].join(' ')
  return {
    params,
    prompt: prompt.trim(),
    subject: subjectOf(prompt),
    result: resultOf(input.at(-1)),
    name: said.flatMap((each) => introduction.exec(each)?.[1] ?? []).at(-1),
    format: params.text?.format,
    inputTokens: wordsOf(text).length,
  }
}

const introduction = /\b[Mm]y name is (\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)/u

function userTextOf(item: ResponseInputItem | StoredItem): string | undefined {
  return 'role' in item && item.role === 'user' ? textOf(item) : undefined
}

function textOf(item: ResponseInputItem | StoredItem): string {
  if ('output' in item) return textIn(item.output)
  return 'content' in item ? textIn(item.content) : ''
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: unknown) => partText(part)).join(' ')
}

function partText(part: unknown): string {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
    ? part.text
    : ''
}

function resultOf(item: ResponseInputItem | undefined): string | undefined {
  if (item === undefined || !isResult(item)) return undefined
  return textIn(item.output)
}

function isResult(item: ResponseInputItem): item is FunctionCallOutput {
  return 'type' in item && (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
}

/** The last capitalised words that do not begin a sentence: mostly a name. */
function subjectOf(prompt: string): string | undefined {
  const names = prompt.matchAll(/(?<=[\p{L}\d,] )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu)
  return [...names].at(-1)?.[0]
}
