const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** A JSON string that arrives in pieces. */
export interface StringReader {
  /** What is known so far, unescaped; never half an escape or half a surrogate pair. */
  text: string
  closed: boolean
  /** A high surrogate that may still find its other half. */
  high: string
  /** The begun escape, backslash included. */
  escape: string
}

/** Stands behind the opening quote. */
export function openString(): StringReader {
  return { text: '', closed: false, high: '', escape: '' }
}

/**
 * Reads on inside the string. Answers where it stopped: behind the closing quote or at the end of `source`; -1 where it
 * is not JSON. What stands between escapes is taken as one slice.
 */
export function readString(reader: StringReader, source: string, start: number): number {
  let at = start
  while (at < source.length) {
    if (reader.escape !== '') {
      at = readEscape(reader, source, at)
      if (at === -1) return -1
      continue
    }
    const from = at
    let code = firstPrintable
    for (; at < source.length; at++) {
      code = source.charCodeAt(at)
      if (code === quote || code === backslash || code < firstPrintable) break
    }
    if (at > from) append(reader, source.slice(from, at))
    if (at === source.length) break
    if (code < firstPrintable) return -1
    at++
    if (code === quote) return close(reader, at)
    reader.escape = '\\'
  }
  return at
}

function close(reader: StringReader, at: number): number {
  // It found no other half; `JSON.parse` keeps it, too.
  reader.text += reader.high
  reader.high = ''
  reader.closed = true
  return at
}

function append(reader: StringReader, piece: string): void {
  const last = piece.charCodeAt(piece.length - 1)
  const endsHigh = last >= 0xd800 && last <= 0xdbff
  reader.text += endsHigh ? reader.high + piece.slice(0, -1) : reader.high + piece
  reader.high = endsHigh ? piece.slice(-1) : ''
}

function readEscape(reader: StringReader, source: string, at: number): number {
  if (reader.escape === '\\') {
    const name = source.charAt(at)
    if (name === 'u') {
      reader.escape = '\\u'
      return at + 1
    }
    const meaning = escapes[name]
    if (meaning === undefined) return -1
    reader.escape = ''
    append(reader, meaning)
    return at + 1
  }
  const digits = source.slice(at, at + 6 - reader.escape.length)
  if (!/^[\da-f]+$/i.test(digits)) return -1
  reader.escape += digits
  if (reader.escape.length === 6) {
    append(reader, String.fromCharCode(Number.parseInt(reader.escape.slice(2), 16)))
    reader.escape = ''
  }
  return at + digits.length
}
