import { displayWidth } from '../../src/cli/terminal/width.js'

export interface EmulatedScreen {
  write(text: string): void
  /** From the first line on, also what has scrolled away, to the row of the cursor. */
  lines(): string[]
  /** What is on the screen now. */
  visible(): string[]
}

// oxlint-disable-next-line no-control-regex -- it is a terminal
const tokens = /\u001b\[(\d*)([A-Za-z])|[\n\r\u001b]|[^\n\r\u001b]+/g
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

interface Cell {
  text: string
  /** 0: the second half of a wide character. */
  width: 0 | 1 | 2
}

/** As much of a terminal as the command uses. It fails on what it does not know; colours are dropped. */
export function emulatedScreen(columns: number, rows: number): EmulatedScreen {
  const grid: Cell[][] = [[]]
  /** Of the row at the top of the screen. */
  let top = 0
  let row = 0
  let column = 0
  /** After a character in the last column: the next one goes to the next row. */
  let isFull = false

  const line = (): Cell[] => (grid[row] ??= [])
  function goTo(nextRow: number, nextColumn: number): void {
    row = Math.max(top, nextRow)
    column = nextColumn
    isFull = false
    top = Math.max(top, row - rows + 1)
    for (let index = 0; index <= row; index++) grid[index] ??= []
  }

  function print(text: string): void {
    const width = displayWidth(text)
    if (width !== 1 && width !== 2) return
    if (isFull || column + width > columns) goTo(row + 1, 0)
    const cells = line()
    while (cells.length < column) cells.push({ text: ' ', width: 1 })
    cells.splice(column, width, { text, width }, ...(width === 2 ? [{ text: '', width: 0 } as const] : []))
    column = Math.min(column + width, columns - 1)
    isFull = cells.length >= columns
  }

  function control(count: number, command: string): void {
    if (command === 'm') return
    else if (command === 'A') goTo(row - count, column)
    else if (command === 'J' && count === 0) {
      grid.splice(row + 1)
      line().splice(column)
    } else if (command === 'K' && (count === 0 || count === 2)) line().splice(count === 2 ? 0 : column)
    else throw new Error(`Unknown control sequence ${count}${command}`)
  }

  const texts = (from: number) => grid.slice(from).map((cells) => cells.map(({ text }) => text).join(''))
  return {
    write(text) {
      for (const [token, number, command] of text.matchAll(tokens)) {
        if (command !== undefined) control(Number(number), command)
        else if (token === '\n') goTo(row + 1, 0)
        else if (token === '\r') goTo(row, 0)
        else if (token === '\u001b') throw new Error('An escape sequence that nobody should send.')
        else for (const { segment } of segmenter.segment(token)) print(segment)
      }
    },
    lines: () => texts(0),
    visible: () => texts(top),
  }
}
