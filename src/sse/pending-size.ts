/**
 * The size of the block that has begun and not ended, in bytes or, where chunks are strings, in
 * units. Counting the UTF-8 of every cut block would cost a good part of decoding it, and nearly
 * all of them end far below the limit. So the part that is not known is guessed at three bytes a
 * unit, which is never too little, and measured only when that may decide.
 */
export class PendingSize {
  #atMost = 0
  #guessed = ''

  get isZero(): boolean {
    return this.#atMost === 0
  }

  clear(): void {
    this.#atMost = 0
    this.#guessed = ''
  }

  /** Adds `text` from `start` on; `size` is that of the whole text. From a `start` past 0 a new block begins. */
  add(text: string, size: number, start: number): void {
    if (start === 0) {
      this.#atMost += size
    } else if (size === text.length) {
      this.#atMost = size - start
    } else {
      this.#guessed = text.slice(start)
      this.#atMost = this.#guessed.length * 3
    }
  }

  mayPass(limit: number, more: number): boolean {
    return this.#atMost + more > limit && this.measure() + more > limit
  }

  measure(): number {
    this.#atMost += utf8Length(this.#guessed) - this.#guessed.length * 3
    this.#guessed = ''
    return this.#atMost
  }
}

/** The bytes that a text takes in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
