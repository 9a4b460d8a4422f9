const lineFeed = 0x0a

/** Where a run of about `length` bytes in `bytes[start, end)` ends: not before a line does, nor between it and a blank one. */
export function runEnd(bytes: Uint8Array, start: number, end: number, length: number): number {
  // A short rest is not worth a run of its own.
  if (start + 2 * length >= end) return end
  const found = bytes.indexOf(lineFeed, start + length)
  if (found === -1) return end
  return bytes[found + 1] === lineFeed ? found + 2 : found + 1
}
