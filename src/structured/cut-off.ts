import { parseJSON } from './parse-json.js'

/** The fields of a call that tell. */
interface Call {
  readonly type?: unknown
  readonly status?: unknown
  readonly arguments?: unknown
}

/**
 * Whether a function call was cut off. A finished one whose arguments are no JSON was not: it is the model's mistake,
 * and the model is told. Such a call goes back to it together with its output, for the API takes neither alone.
 */
export function isCutOffCall({ status, arguments: text }: Call): boolean {
  return status === 'incomplete' || (status === 'in_progress' && parseJSON(text).parse_error !== undefined)
}
