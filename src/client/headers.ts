import { MillraceError } from '../errors/millrace-error.js'

/** Headers to set; in a plain object `null` removes one that would be sent, `undefined` says nothing. */
export type HeadersInput =
  | Headers
  | readonly (readonly [string, string])[]
  | Readonly<Record<string, string | null | undefined>>

/** By lower-case name; `null` is a header that must not be sent. */
export type HeaderChanges = Record<string, string | null>

/** Later layers win, name by name. */
export function mergeHeaders(...layers: (HeadersInput | null | undefined)[]): HeaderChanges {
  const merged: HeaderChanges = {}
  for (const layer of layers) {
    for (const [name, value] of entriesOf(layer)) {
      if (value !== undefined) merged[name.toLowerCase()] = value
    }
  }
  return merged
}

function entriesOf(
  layer: HeadersInput | null | undefined,
): Iterable<readonly [string, string | null | undefined]> {
  if (layer === undefined || layer === null) return []
  if (layer instanceof Headers) return layer.entries()
  return Symbol.iterator in layer ? layer : Object.entries(layer)
}

/** The runtime's own complaint about a header quotes its value, which may be a key. */
export function toFetchHeaders(changes: HeaderChanges): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) continue
    try {
      headers.set(name, value)
    } catch {
      throw new MillraceError(
        'invalid_argument',
        `The header ${JSON.stringify(name)} cannot be sent: its name or value has a character that HTTP forbids ` +
          '(often a line break in a key that was pasted or read from a file).',
      )
    }
  }
  return headers
}
