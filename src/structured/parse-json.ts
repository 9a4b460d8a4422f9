import type { ParseResult } from './declaration.js'

/** `JSON.parse` that answers instead of throwing, and says what the text looks like. Nothing is repaired. */
export function parseJSON(text: string): ParseResult<unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return { parsed }
  } catch (cause) {
    return { parse_error: { code: 'invalid_json', message: describe(text, cause), path: [], cause } }
  }
}

function describe(text: string, cause: unknown): string {
  if (text.trim() === '') return 'The text is empty.'
  if (/^\s*```/.test(text)) return 'The text is not JSON alone: it is wrapped in a code fence (```).'
  return `The text is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`
}
