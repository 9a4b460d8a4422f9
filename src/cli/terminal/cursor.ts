/** What is known of the place where the next character of a terminal (or a pipe) will go. */
export interface Cursor {
  readonly block: string | undefined
  /** At the start of a line, and not in the middle of running text. */
  readonly idle: boolean
  /** Goes to a block. Returns what sets it off from the one before: the end of its line, a blank line. */
  enter(block: string): string
  /** What comes next is another block, even under the same name. */
  leave(): void
  /** Takes note of what was written there. Running text may go on from where it stops. */
  wrote(text: string, running: boolean): void
  /** Leaves running text. Returns what ends its line. */
  endLine(): string
}

export function createCursor(): Cursor {
  let block: string | undefined
  let atLineStart = true
  let running = false
  return {
    get block() {
      return block
    },
    get idle() {
      return atLineStart && !running
    },
    enter(next) {
      if (next === block) return ''
      const isFirst = block === undefined
      const apart = isFirst ? '' : atLineStart ? '\n' : '\n\n'
      block = next
      atLineStart = true
      return apart
    },
    leave() {
      if (block !== undefined) block = `after ${block}`
    },
    wrote(text, runs) {
      if (text !== '') atLineStart = text.endsWith('\n')
      running = runs
    },
    endLine() {
      running = false
      const end = atLineStart ? '' : '\n'
      atLineStart = true
      return end
    },
  }
}
