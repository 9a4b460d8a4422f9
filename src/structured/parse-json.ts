import type { ParseError, ParseResult } from './declaration.js'
import { withCause } from './parse-error.js'
import { reasonOf } from './reason-of.js'

/** `JSON.parse` that answers instead of throwing, and says what the text looks like. Nothing is repaired. */
export function parseJSON(text: unknown): ParseResult<unknown> {
  // Some providers leave a text out, or send null or an object in its place.
  if (typeof text !== 'string') {
    const message = `There is no text, but ${text === null ? 'null' : typeof text}.`
    return { parse_error: { code: 'invalid_json', message, path: [] } }
  }
  try {
    const parsed: unknown = JSON.parse(text)
    return { parsed }
  } catch (cause) {
    const error: ParseError = { code: 'invalid_json', message: describe(text, cause), path: [] }
    return { parse_error: withCause(error, cause) }
  }
}

function describe(text: string, cause: unknown): string {
  if (text.trim() === '') return 'The text is empty.'
  if (/^\s*```/.test(text)) return 'The text is not JSON alone: it is wrapped in a code fence (```).'
  return `The text is not JSON: ${reasonOf(cause)}.`
}
