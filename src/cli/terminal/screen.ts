import type { CliContext, Output } from '../context.js'
import { createCursor } from './cursor.js'
import { createPreview, type Frame, type Preview } from './preview.js'
import { printable } from './printable.js'
import { createSink } from './sink.js'
import { sizeOf } from './size.js'
import { createStatusLine } from './status-line.js'
import { createRunningWrap } from './running-wrap.js'
import { styleFor } from './style.js'
import { wrapWords } from './width.js'

/**
 * Where everything is written. stdout gets the text and nothing else; what is said beside it goes
 * to stderr, in blocks that a blank line separates. Where both are the same terminal, the line
 * breaks that keep them apart are written to stderr, so that stdout stays exact.
 */
export interface Screen {
  /** The answer, piece by piece, to stdout; resolves when there is room for more. */
  text(piece: string): Promise<void>
  /** Ends the text with a newline, unless it is empty or has one. */
  endText(): Promise<void>
  /**
   * On a terminal that can be redrawn, shows what is not final yet where the text will stand, and redraws it as it
   * changes. Returns what takes it away.
   */
  preview(frame: Frame): () => void
  /** A new message begins: on a terminal, its text is set off from the one before. */
  breakText(): void
  /** A block of lines on stderr, dim: what the model did. */
  note(lines: readonly string[]): void
  /** A block of lines on stderr, not dim: what the reader must not miss. */
  problem(lines: readonly string[]): void
  /** Running text on stderr, in a block of its own; the heading is written when the block begins. */
  aside(block: Aside, piece: string): void
  /** Nothing more is expected on this line for a while: ends it, so that the status line may show. */
  rest(): void
  /** Ends what is open and takes the status line away. */
  close(): Promise<void>
  /** The text so far. */
  readonly written: string
  /** A person reads stdout. */
  readonly isRead: boolean
  /** A person sees stderr. */
  readonly isWatched: boolean
}

interface Aside {
  key: string
  heading: string
  dim: boolean
}

export interface ScreenOptions {
  /** stdout cannot be written to any more. */
  onBroken?: (error: Error) => void
  /** What the status line says, the most important first. Without it there is none. */
  status?: () => readonly string[]
}

export function createScreen(context: CliContext, options: ScreenOptions = {}): Screen {
  const stdout = createSink(context.stdout, options.onBroken)
  const stderr = createSink(context.stderr)
  const { dim } = styleFor(context.stderr, context.env)
  const err = createCursor()
  const isShared = isTerminal(context.stdout) && isTerminal(context.stderr)
  const out = isShared ? err : createCursor()
  const shown = isTerminal(context.stdout) ? printable : unchanged
  const status = createStatusLine(context, { segments: options.status, mayDraw: () => err.idle })
  const columns = () => (isTerminal(context.stderr) ? sizeOf(context.stderr).columns : Infinity)
  const wrap = createRunningWrap(columns)
  const pieces: string[] = []
  let blocks = 0
  let preview: Preview | undefined

  /** What stands there for the time being makes way for what stays. */
  function clear(): void {
    status.wipe()
    preview?.wipe()
  }

  function block(lines: readonly string[], emphasis: (line: string) => string): void {
    if (lines.length === 0) return
    clear()
    blocks += 1
    stderr.put(err.enter(`block ${blocks}`))
    const all = lines.flatMap((line) => printable(line).split('\n')).flatMap((line) => fit(line, columns()))
    stderr.put(all.map((line) => `${emphasis(line)}\n`).join(''))
    err.wrote('\n', false)
  }

  const screen: Screen = {
    get written() {
      return pieces.join('')
    },
    isRead: isTerminal(context.stdout),
    isWatched: isTerminal(context.stderr),
    async text(piece) {
      if (piece === '') return
      pieces.push(piece)
      if (isShared) status.wipe()
      preview?.wipe()
      stderr.put(out.enter('text'))
      out.wrote(piece, true)
      await stdout.write(shown(piece))
    },
    async endText() {
      if (out.block === 'text') await stdout.write(out.endLine())
    },
    preview(frame) {
      preview = createPreview(context, { frame, cursor: out, status, stdout, stderr })
      return preview.stop
    },
    breakText() {
      if (isShared) out.leave()
    },
    note: (lines) => block(lines, dim),
    problem: (lines) => block(lines, unchanged),
    aside({ key, heading, dim: isDim }, piece) {
      if (piece === '') return
      clear()
      const isNew = err.block !== key || err.idle
      if (isNew) wrap.restart()
      const said = wrap.add(printable(err.block === key ? piece : heading + piece))
      stderr.put(err.enter(key))
      stderr.put(isDim ? dim(said) : said)
      err.wrote(said, true)
    },
    rest() {
      status.wipe()
      stderr.put(err.endLine())
    },
    async close() {
      await screen.endText()
      screen.rest()
      preview?.stop()
      status.stop()
    },
  }
  return screen
}

/** A command over several rows would no longer be one line to copy. */
const command = /^ {2,}(millrace|cat|-\w) |\\$/

function fit(line: string, columns: number): string[] {
  return command.test(line) ? [line] : wrapWords(line, columns)
}

function isTerminal(output: Output): boolean {
  return output.isTTY === true
}

function unchanged(text: string): string {
  return text
}
