/**
 * How many bytes at the end are the beginning of a character whose rest has not come yet: 0 to 3.
 *
 * Only a prefix that some well-formed character has counts. A sequence that is already wrong is left
 * where it is, because what the WHATWG decoder makes of it no longer depends on what follows. So text
 * decoded run by run has the same U+FFFD in the same places as text decoded at once.
 */
export function incompleteTailLength(bytes: Uint8Array): number {
  const end = bytes.length
  for (let length = 1; length <= 3 && length <= end; length++) {
    const byte = bytes[end - length] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return isIncomplete(byte, length, bytes[end - length + 1]) ? length : 0
  }
  return 0
}

/** Lead bytes after which not every continuation byte is allowed (overlong forms, surrogates, past U+10FFFF). */
const secondByteRange: Record<number, readonly [number, number]> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
}

function isIncomplete(lead: number, length: number, second: number | undefined): boolean {
  if (lead < 0xc2 || lead > 0xf4) return false
  const needed = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  if (length >= needed) return false
  const [low, high] = secondByteRange[lead] ?? [0x80, 0xbf]
  return second === undefined || (second >= low && second <= high)
}

/** The bytes that a text takes in UTF-8. A lone surrogate counts as the U+FFFD it becomes. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) bytes += 1
    // Each half of a surrogate pair is two of its four bytes.
    else if (unit < 0x800 || isPaired(text, index, unit)) bytes += 2
    else bytes += 3
  }
  return bytes
}

function isPaired(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false
  const other = text.charCodeAt(unit < 0xdc00 ? index + 1 : index - 1)
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}
