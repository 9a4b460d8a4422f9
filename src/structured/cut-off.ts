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
  return status === 'incomplete' || (status === 'in_progress' && !isJSON(text))
}

function isJSON(text: unknown): boolean {
  try {
    JSON.parse(String(text))
    return true
  } catch {
    return false
  }
}
