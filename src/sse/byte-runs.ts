const lineFeed = 0x0a
const shortest = 512
const longest = 32 * 1024

/**
 * Cuts bytes into the runs that are decoded at once. Engines decode ASCII many times faster than
 * anything else, but one character that is not makes the whole run slow and its text twice as large.
 * So runs are short where such characters come often and grow where they do not. They are not cut
 * where a line does not end, and end with an event where they can.
 */
export class ByteRuns {
  #length = longest

  /** Where the run that begins at `start` ends. */
  end(bytes: Uint8Array, start: number): number {
    const about = start + this.#length
    // A short rest is not worth a run of its own.
    if (about + this.#length >= bytes.length) return bytes.length
    const first = bytes.indexOf(lineFeed, about)
    if (first === -1) return bytes.length
    if (bytes[first - 1] === lineFeed) return first + 1
    if (bytes[first + 1] === lineFeed) return first + 2
    const second = bytes.indexOf(lineFeed, first + 1)
    return second === -1 ? bytes.length : bytes[second + 1] === lineFeed ? second + 2 : second + 1
  }

  learn(wasASCII: boolean): void {
    this.#length = wasASCII ? Math.min(this.#length * 2, longest) : shortest
  }
}
