/** What the process says when it ends; scripts rely on these numbers. */
export const exitCode = {
  completed: 0,
  /** The request or the response failed, was cut short, or is incomplete. What came was printed. */
  failed: 1,
  usage: 2,
  /** The other side broke the protocol in a way that could not be repaired, or `--strict` forbade it. */
  protocol: 3,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** A command that cannot be run as it was typed. `hints` are lines that help to type it right. */
export class UsageError extends Error {
  readonly hints: readonly string[]

  constructor(message: string, hints: readonly string[] = []) {
    super(message)
    this.name = 'UsageError'
    this.hints = hints
  }
}
