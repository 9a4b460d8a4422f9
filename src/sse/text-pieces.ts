/** So many pieces in a row become one when they are short, lest each byte of a trickle cost a string. */
const groupSize = 1024
const shortGroup = groupSize * 64

/**
 * A text that arrives in pieces and is needed as a whole once: no copy of what came before for each
 * piece, and what is held stays close to the text's own size however small the pieces are.
 */
export class TextPieces {
  /** Apart from the rest, so that a text in two pieces, the usual case, needs no array. */
  #first = ''
  #others: string[] = []
  #groupStart = 0
  #groupLength = 0

  get isEmpty(): boolean {
    return this.#first === ''
  }

  push(piece: string): void {
    if (this.#first === '') {
      this.#first = piece
      return
    }
    this.#groupLength += piece.length
    if (this.#others.push(piece) - this.#groupStart === groupSize) this.#endGroup()
  }

  #endGroup(): void {
    if (this.#groupLength < shortGroup) this.#others.push(this.#others.splice(this.#groupStart).join(''))
    this.#beginGroup()
  }

  #beginGroup(): void {
    this.#groupStart = this.#others.length
    this.#groupLength = 0
  }

  /** The whole text, `last` included; nothing is held afterwards. */
  take(last = ''): string {
    const first = this.#first
    this.#first = ''
    if (this.#others.length === 0) return first + last
    const text = [first, ...this.#others, last].join('')
    this.#others = []
    this.#beginGroup()
    return text
  }
}
