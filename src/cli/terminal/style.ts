import type { CliContext, Output } from '../context.js'

export interface Style {
  /** Secondary text: what the model did, not what it says. */
  dim(text: string): string
}

/** Colour only for a terminal that understands it, and never when NO_COLOR is set (no-color.org). */
export function styleFor(output: Output, env: CliContext['env']): Style {
  const plain = !isCapable(output, env) || Boolean(env.NO_COLOR)
  return { dim: (text) => (plain || text === '' ? text : `\u001b[2m${text}\u001b[22m`) }
}

/** Whether cursor movements can be used at all: a line can be redrawn. */
export function isCapable(output: Output, env: CliContext['env']): boolean {
  return output.isTTY === true && env.TERM !== 'dumb'
}
