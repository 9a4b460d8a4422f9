import type { Readable, Writable } from 'node:stream'

/** A place to write to: `process.stdout` and `process.stderr` are, and so is a fake terminal. */
export type Output = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

export type Input = Readable & { readonly isTTY?: boolean }

/** All that a command may touch of the world around it; tests hand in their own. */
export interface CliContext {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal
}
