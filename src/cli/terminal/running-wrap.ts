import { displayWidth } from './width.js'

export interface RunningWrap {
  /** The piece with line breaks between words where the row is full. */
  add(piece: string): string
  /** What comes next begins a row. */
  restart(): void
}

/**
 * Wraps text that arrives in pieces, and holds nothing back: a word that is cut over two pieces may still run over the
 * edge, where the terminal breaks it.
 */
export function createRunningWrap(columns: () => number): RunningWrap {
  let width = 0
  let mayBreak = false

  function place(chunk: string): string {
    if (chunk === '\n') {
      width = 0
      mayBreak = false
      return chunk
    }
    const word = chunk.trimStart()
    const breaks = word !== '' && (mayBreak || word !== chunk) && width + displayWidth(chunk) > columns()
    const placed = breaks ? word : chunk
    width = (breaks ? 0 : width) + displayWidth(placed)
    mayBreak = word === ''
    return breaks ? `\n${word}` : placed
  }

  return {
    add: (piece) => [...piece.matchAll(/\n|[^\S\n]*\S+|[^\S\n]+/g)].map(([chunk]) => place(chunk)).join(''),
    restart() {
      width = 0
      mayBreak = false
    },
  }
}
