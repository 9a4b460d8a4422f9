import type { CliContext } from '../context.js'
import { sizeOf } from './size.js'
import { isCapable, styleFor } from './style.js'
import { clipToWidth, displayWidth } from './width.js'

/** Ten times a second: smooth to the eye, and no load on a slow connection to a terminal. */
const redrawInterval = 100
const eraseLine = '\r\u001b[2K'
const separator = ' · '

export interface StatusLine {
  /** Takes the line off the screen; whoever writes to the terminal calls this first. */
  wipe(): void
  /** Puts it back at once instead of at its next turn. */
  draw(): void
  stop(): void
}

export interface StatusLineOptions {
  /** What to say, the most important first: from the end, what does not fit is left out. */
  segments: (() => readonly string[]) | undefined
  /** Whether the cursor is at the start of a line that nobody else is about to write on. */
  mayDraw: () => boolean
}

/** Redraws by itself until stopped; does nothing where stderr is not a terminal that can be redrawn. */
export function createStatusLine(context: CliContext, { segments, mayDraw }: StatusLineOptions): StatusLine {
  const { stderr, env } = context
  const { dim } = styleFor(stderr, env)
  let shown = ''

  const wipe = () => {
    if (shown !== '') stderr.write(eraseLine)
    shown = ''
  }
  const isShown = segments !== undefined && isCapable(stderr, env)
  const draw = () => {
    if (!isShown || !mayDraw()) return
    // One column less than there are: a full line makes some terminals wrap, and then one erase is not enough.
    const line = fitSegments(segments(), sizeOf(stderr).columns - 1)
    if (line === shown) return
    stderr.write(eraseLine + dim(line))
    shown = line
  }
  const timer = isShown ? setInterval(draw, redrawInterval).unref() : undefined
  return {
    wipe,
    draw,
    stop() {
      clearInterval(timer)
      wipe()
    },
  }
}

/** As many segments as fit the columns, from the front; the first two are cut rather than left out. */
export function fitSegments([first = '', second, ...rest]: readonly string[], columns: number): string {
  let line = clipToWidth(second === undefined ? first : first + separator + second, columns)
  for (const segment of rest) {
    const longer = line + separator + segment
    if (displayWidth(longer) > columns) break
    line = longer
  }
  return line
}
