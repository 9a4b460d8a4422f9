import { declaration, type ParseResult, type ValueDeclaration } from './declaration.js'
import { mismatch, schemaThrew, type Issue } from './parse-error.js'
import { parseJSON } from './parse-json.js'

/**
 * What reads the values of a format or a tool: what `textFormat` or `functionTool` declared, or the parser of an
 * object made by `openai/helpers/zod` and its like (which gives no partial values; `textFormat` adds them).
 * Undefined for all else.
 */
export function declarationOf(formatOrTool: unknown): ValueDeclaration<unknown, unknown> | undefined {
  if (typeof formatOrTool !== 'object' || formatOrTool === null) return undefined
  if (declaration in formatOrTool && isDeclaration(formatOrTool[declaration]))
    return formatOrTool[declaration]
  return isHelper(formatOrTool) ? declarationOfHelper(formatOrTool) : undefined
}

/** What `openai/helpers/zod` and its like put on their objects. */
interface Helper {
  $parseRaw(text: string): unknown
  $callback?(args: unknown): unknown
}

/** The declaration that such an object amounts to. */
export function declarationOfHelper(helper: Helper): ValueDeclaration<unknown, unknown> {
  return {
    parse: (text) => parseWith(text, helper),
    ...(helper.$callback !== undefined && { execute: (args: unknown) => helper.$callback?.(args) }),
  }
}

function isHelper(value: object): value is Helper {
  return '$parseRaw' in value && typeof value.$parseRaw === 'function'
}

function isDeclaration(value: unknown): value is ValueDeclaration<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'parse' in value && typeof value.parse === 'function'
}

/** The helper parses the text once more: it takes nothing else. */
function parseWith(text: string, helper: Helper): ParseResult<unknown> {
  const json = parseJSON(text)
  if (json.parse_error !== undefined) return json
  try {
    return { parsed: helper.$parseRaw(text) }
  } catch (cause) {
    const issues = issuesOf(cause)
    return { parse_error: issues === undefined ? schemaThrew(cause) : mismatch(issues, cause) }
  }
}

/** zod's errors carry them. */
function issuesOf(cause: unknown): readonly Issue[] | undefined {
  if (typeof cause !== 'object' || cause === null || !('issues' in cause)) return undefined
  return Array.isArray(cause.issues) && cause.issues.every(isIssue) ? cause.issues : undefined
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  )
}
