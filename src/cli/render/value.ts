import type {
  ParsedResponse,
  ParsedResponseOutputMessage,
  ParsedResponseOutputText,
} from '../../structured/parsed-response.js'
import { type Block, block } from './block.js'

/**
 * What of a response with a declared format goes to stdout: the value as JSON, over several lines for a person and on
 * one for a program; without a value the text as it came. A value is what its schema makes of the text, so it may lack
 * the nulls that strict mode puts where a property is left out.
 */
export function valueText(response: ParsedResponse, isRead: boolean): string {
  if (!('output_parsed' in response)) return response.output_text
  return JSON.stringify(response.output_parsed, null, isRead ? 2 : 0)
}

/** The texts that are beside the value: a commentary. */
export function textsBeside(response: ParsedResponse): string[] {
  if (!('output_parsed' in response)) return []
  const value = textsOf(response).findLast(({ parsed }) => parsed === response.output_parsed)
  return textsOf(response).flatMap((part) => (part === value ? [] : [part.text]))
}

/** Why a completed response has no value, for who asked for one; undefined if it has. */
export function noValueBlock(response: ParsedResponse): Block | undefined {
  if (response.status !== 'completed' || 'output_parsed' in response) return undefined
  const wrong = textsOf(response).find(({ parse_error }) => parse_error !== undefined)?.parse_error
  const isMisfit = wrong !== undefined && wrong.code !== 'invalid_json'
  const [title, ...hints] = isMisfit
    ? [`The answer does not fit the schema. ${wrong.message}`, 'It is printed as it came.']
    : wrong !== undefined
      ? [`The answer is not the JSON that was asked for. ${wrong.message}`, keepsToNoSchema]
      : [withoutText(response)]
  return { ...block(title, hints), stands: 'out' }
}

const keepsToNoSchema = 'Perhaps the server or the model knows no schemas (text.format).'

function withoutText(response: ParsedResponse): string {
  const isRefusal = partsOf(response).some((part) => part?.type === 'refusal')
  if (isRefusal) return 'The model refused, so there is no JSON.'
  const calls = response.output.flatMap((item) => (item?.type === 'function_call' ? [item.name] : []))
  return calls.length > 0
    ? `The response calls ${calls.join(', ')} and has no text, so there is no JSON.`
    : 'The response has no text, so there is no JSON.'
}

function textsOf(response: ParsedResponse): ParsedResponseOutputText[] {
  return partsOf(response).filter((part) => part?.type === 'output_text')
}

/** Some servers send null in place of an item, a part or the list of parts. */
function partsOf({ output }: ParsedResponse): ParsedResponseOutputMessage['content'] {
  const messages = output.filter((item) => item?.type === 'message')
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
}
