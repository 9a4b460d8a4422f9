import type { CliContext } from '../context.js'
import type { Cursor } from './cursor.js'
import type { Sink } from './sink.js'
import { sizeOf } from './size.js'
import type { StatusLine } from './status-line.js'
import { isCapable, styleFor } from './style.js'
import { displayWidth } from './width.js'

/** Ten times a second, as the status line below it. */
const redrawInterval = 100
const eraseToLineEnd = '\u001b[K'
const eraseBelow = '\u001b[J'

export interface FrameSize {
  /** For one row. */
  columns: number
  rows: number
}

/** What to show now; no rows: nothing yet. */
export type Frame = (size: FrameSize) => readonly string[]

export interface Preview {
  /** Takes it off the screen; whoever writes to the terminal calls this first. It comes back with the next change. */
  wipe(): void
  stop(): void
}

export interface PreviewOptions {
  frame: Frame
  cursor: Cursor
  status: StatusLine
  stdout: Sink
  /** Gets the line break that text running there needs. */
  stderr: Sink
}

/**
 * Rows that are drawn over and over in the same place, until what they tell is known for good. They are never more
 * than fit the screen with the status line below: what has scrolled away cannot be drawn over. Draws by itself until
 * stopped; does nothing where stdout is not a terminal that can be redrawn.
 */
export function createPreview(context: CliContext, options: PreviewOptions): Preview {
  const { frame, cursor, status, stdout, stderr } = options
  const { dim } = styleFor(context.stdout, context.env)
  let shown: readonly string[] = []
  let last = ''

  /** A terminal that was made narrower has broken the rows it shows. */
  const toTop = (): string => {
    const { columns } = sizeOf(context.stdout)
    const rows = shown.reduce((sum, row) => sum + Math.max(1, Math.ceil(displayWidth(row) / columns)), 0)
    return rows === 0 ? '' : `\r\u001b[${rows}A`
  }
  const draw = () => {
    const { columns, rows } = sizeOf(context.stdout)
    // One column less than there are: a full row makes some terminals go to the next one.
    const lines = frame({ columns: columns - 1, rows: rows - 2 })
    const text = lines.join('\n')
    if (text === '' || (text === last && (shown.length > 0 || !cursor.idle))) return
    status.wipe()
    stderr.put(cursor.endLine())
    const next = cursor.block === undefined ? lines : ['', ...lines]
    stdout.put(toTop() + next.map((row) => `${dim(row)}${eraseToLineEnd}\n`).join('') + eraseBelow)
    shown = next
    last = text
    status.draw()
  }
  const timer = isCapable(context.stdout, context.env) ? setInterval(draw, redrawInterval).unref() : undefined
  const wipe = () => {
    if (shown.length > 0) stdout.put(toTop() + eraseBelow)
    shown = []
  }
  return {
    wipe,
    stop() {
      clearInterval(timer)
      wipe()
    },
  }
}
