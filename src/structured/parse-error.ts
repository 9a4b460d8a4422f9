import type { ParseError } from './declaration.js'
import { reasonOf } from './reason-of.js'
import { formatPath } from './value-path.js'

/** More are counted only. */
const shownIssues = 5

/** What the schema libraries have in common: a message, and a path of keys or of objects with a key. */
export interface Issue {
  readonly message: string
  readonly path?: readonly unknown[] | undefined
}

/** The value is JSON, and does not fit. */
export function mismatch(issues: readonly Issue[], cause?: unknown): ParseError {
  const shown = issues.slice(0, shownIssues).map((issue) => {
    const path = pathOf(issue)
    return path.length === 0 ? issue.message : `${formatPath(path)}: ${issue.message}`
  })
  const rest = issues.length - shown.length
  const [first] = issues
  const message =
    shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '') || 'The value does not fit the schema.'
  const path = first === undefined ? [] : pathOf(first)
  return withCause({ code: 'schema_mismatch', message, path }, cause)
}

/** The schema itself failed: neither a value nor issues. */
export function schemaThrew(cause: unknown): ParseError {
  const message = `The schema threw: ${reasonOf(cause)}`
  return withCause({ code: 'schema_threw', message, path: [] }, cause)
}

/**
 * Not enumerable, as on an `Error`: a response must stay fit for JSON and for other people's eyes, and what was thrown
 * may be a circle or hold secrets.
 */
export function withCause(error: ParseError, cause: unknown): ParseError {
  if (cause === undefined) return error
  return Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true })
}

function pathOf({ path = [] }: Issue): (string | number)[] {
  return path.map((segment) => {
    const key = typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment
    return typeof key === 'number' ? key : String(key)
  })
}
