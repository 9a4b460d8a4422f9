import { MillraceError } from '../errors/millrace-error.js'
import {
  ResponseFailedError,
  ResponseIncompleteError,
  StructuredOutputError,
} from '../errors/stream-error.js'
import type { Response } from '../events/response.js'
import type { ParseError } from '../structured/declaration.js'
import { answersOf, isAnswer } from '../structured/parse-response.js'
import type { Declared, ParsedResponse } from '../structured/parsed-response.js'

/** A response whose declared values are all there. */
export type RequiredParsed<D extends Declared> = ParsedResponse<D> & { output_parsed: D['parsed'] }

/** Rejects what is not completed; the response travels on the error. */
export function requireCompleted<R extends Response>(response: R): R {
  if (response.status === 'completed') return response
  if (response.status === 'incomplete') {
    const reason = response.incomplete_details?.reason ?? 'no reason given'
    throw new ResponseIncompleteError(
      `The response ended incomplete (${reason}). What was generated is in error.response.`,
      response,
    )
  }
  const { code, message } = response.error ?? {}
  const why = message ? `: ${message}${code ? ` (${code})` : ''}` : ''
  throw new ResponseFailedError(
    `The response ended with status ${response.status ?? 'unknown'}${why}. It is in error.response.`,
    response,
  )
}

/** Rejects also what lacks a declared value; `format` says whether the text has one, undefined that nothing has. */
export function requireParsed<D extends Declared>(
  response: ParsedResponse<D>,
  format: boolean | undefined,
): RequiredParsed<D> {
  if (format === undefined) {
    throw new MillraceError(
      'no_text_format',
      "require: 'parsed' needs text.format made by textFormat(), or tools made by functionTool(): nothing was declared.",
    )
  }
  const { output, output_parsed } = requireCompleted(response)
  for (const item of output) {
    if (item.type === 'function_call') refuse(`The call of ${item.name}`, item, response)
  }
  for (const part of answersOf(response)) refuse('The text', part, response)
  if (!format || 'output_parsed' in response) return { ...response, output_parsed }
  throw new StructuredOutputError(`${whyNoText(response)} It is in error.response.`, response)
}

function refuse(what: string, { parse_error }: { parse_error?: ParseError }, response: Response): void {
  if (parse_error === undefined) return
  throw new StructuredOutputError(
    `${what} gives no value: ${parse_error.message} The response is in error.response.`,
    response,
    parse_error,
  )
}

function whyNoText({ output }: Response): string {
  const calls = output.flatMap((item) => (item.type === 'function_call' ? [item.name] : []))
  for (const item of output) {
    if (item.type !== 'message') continue
    for (const part of item.content) if (part.type === 'refusal') return `The model refused: ${part.refusal}`
  }
  const comments = output.some((item) => item.type === 'message' && !isAnswer(item))
  const without = comments ? 'it has only a commentary' : 'it is empty'
  const why = calls.length > 0 ? `it calls ${calls.join(', ')}` : without
  return `The response has no text to read a value from; ${why}.`
}
