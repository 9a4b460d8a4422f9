/** Decodes UTF-8 that ends between characters: keeps a BOM, puts U+FFFD for what is invalid as WHATWG says. */
export type DecodeText = (bytes: Uint8Array) => string

/**
 * The runtime's own decoder. Never told to `stream`, though that would spare the caller the cutting
 * between characters: on Node 20 it makes ASCII five times slower, for ever after on that instance.
 */
export function createDecodeText(): DecodeText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

/** How many U+FFFD of a text stand for invalid bytes and were not sent as such. */
export function countInvalid(bytes: Uint8Array, text: string): number {
  if (!text.includes('\uFFFD')) return 0
  let count = 0
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) count++
  // EF BF BD never means anything but a U+FFFD that the sender wrote.
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count--
  }
  return count
}
