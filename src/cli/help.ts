import type { Help } from 'commander'
import type { Output } from './context.js'
import { sizeOf } from './terminal/size.js'
import { wrapWords } from './terminal/width.js'

/** Where the terminal does not say. */
const usual = 80
/** A column of descriptions that is narrower than this is hard to read; they go below what they describe. */
const narrowest = 30
const below = ' '.repeat(6)

/** How commander lays out help, for terminals of any width. */
export const helpLayout: Partial<Help> = {
  minWidthToWrap: 1,
  formatItem(term, termWidth, description, { helpWidth = usual }) {
    const beside = `  ${term.padEnd(termWidth)}  `
    const columns = helpWidth - beside.length
    if (columns >= narrowest)
      return beside + wrapWords(description, columns).join(`\n${' '.repeat(beside.length)}`)
    return [`  ${term}`, ...wrapWords(below + description, helpWidth)].join('\n')
  },
  styleUsage(usage) {
    const title = 'Usage: '.length
    return wrapWords(usage, (this.helpWidth ?? usual) - title).join(`\n${' '.repeat(title)}`)
  },
}

/** Paragraphs wrapped to the terminal. Indented lines, which are there to be copied, stay as they are. */
export function helpText(text: string, output: Pick<Output, 'columns'>): string {
  const columns = Math.min(sizeOf(output).columns, usual)
  const isProse = (line: string | undefined) => line !== undefined && /^\S/.test(line)
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const before = lines.at(-1)
    if (isProse(line) && isProse(before)) lines.splice(-1, 1, `${before} ${line}`)
    else lines.push(line)
  }
  return lines.flatMap((line) => (isProse(line) ? wrapWords(line, columns) : [line])).join('\n')
}
