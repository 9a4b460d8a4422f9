const lineFeed = 10
const carriageReturn = 13

/**
 * Cuts a recorded stream after each blank line. Nothing is decoded, normalised or dropped: the frames
 * joined are the bytes given, and a last frame without its blank line is a frame too. Blank lines that
 * follow one another stay with the frame before them.
 */
export function splitFrames(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  let start = 0
  let lineStart = 0
  for (let at = 0; at < bytes.length;) {
    const next = afterLine(bytes, at)
    const blank = lineStart === at && isLineEnd(bytes[at])
    if (blank && !isLineEnd(bytes[next])) {
      frames.push(bytes.subarray(start, next))
      start = next
    }
    at = next
    lineStart = next
  }
  if (start < bytes.length) frames.push(bytes.subarray(start))
  return frames
}

/** The index after the line that begins at `from`: CR, LF and CRLF each end one. */
function afterLine(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && !isLineEnd(bytes[at])) at += 1
  if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return at + 2
  return Math.min(at + 1, bytes.length)
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn
}
