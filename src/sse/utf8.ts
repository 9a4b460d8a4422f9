/**
 * How many bytes to keep back so that what is decoded ends between characters: 0 to 3, the last
 * character where it is not ASCII. Whether it is complete need not be found out: a lead byte always
 * begins anew, so what is decoded before it does not depend on what comes after, nor the reverse.
 */
export function tailLength(bytes: Uint8Array): number {
  for (let length = 1; length <= 3 && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return length
  }
  return 0
}
