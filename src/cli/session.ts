import { inspect } from 'node:util'
import { reasonOf } from '../structured/reason-of.js'
import type { CliContext } from './context.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { exitCodeOf, explain, type Place } from './explain/explain.js'
import { counted } from './render/format.js'
import { createProgress, type Progress } from './render/progress.js'
import type { Target } from './target.js'
import { createScreen, type Screen } from './terminal/screen.js'
import { isClosedPipe } from './terminal/sink.js'

/** What a command that asks a server works with. */
export interface Session {
  readonly screen: Screen
  readonly progress: Progress
  /** Aborted by Ctrl-C, and when nobody reads stdout any more. */
  readonly signal: AbortSignal
  /** From here on errors are about this server. It is closed at the end. */
  use(target: Target): void
  /** How to go on with what was left unfinished: said after an interruption or an error. */
  onUnfinished(advice: Advice): void
}

export type Advice = (why: 'interrupted' | 'failed') => readonly string[]

/** Runs a command that asks a server. Never rejects; the exit code says how it went. */
export async function inSession(
  options: { debug?: boolean; timeout?: number },
  context: CliContext,
  work: (session: Session) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stdoutBroken = new AbortController()
  const signal = AbortSignal.any([context.signal, stdoutBroken.signal])
  const progress = createProgress()
  const screen = createScreen(context, {
    onBroken: (error) => stdoutBroken.abort(error),
    status: progress.segments,
  })
  let target: Target | undefined
  let advice: Advice = () => []
  const use = (used: Target): void => {
    target = used
    screen.note(used.remarks)
  }
  try {
    const code = await work({ screen, progress, signal, use, onUnfinished: (later) => (advice = later) })
    if (code === exitCode.completed && context.stderr.isTTY && progress.events > 0)
      screen.note([progress.summary()])
    return code
  } catch (error) {
    await screen.endText()
    if (context.signal.aborted) return interrupted(screen, advice('interrupted'))
    if (stdoutBroken.signal.aborted) return brokenOutput(stdoutBroken.signal.reason, screen)
    const { events } = progress
    const reached = { events, hasPrinted: screen.written !== '', timeout: options.timeout }
    const said = [...explain(error, target?.place ?? nowhere, reached), ...arrived(events, screen)]
    screen.problem([...said, ...advice('failed')])
    if (options.debug || context.env.MILLRACE_DEBUG) screen.problem([inspect(error)])
    return exitCodeOf(error)
  } finally {
    await screen.close()
    await target?.close()
  }
}

const nowhere: Place = { host: 'the server', hasKey: false }

function interrupted(screen: Screen, advice: readonly string[]): ExitCode {
  screen.problem(['Interrupted.', ...advice])
  return exitCode.interrupted
}

/** `| head -1` has seen enough: nothing went wrong, and nobody is left to tell. */
function brokenOutput(reason: unknown, screen: Screen): ExitCode {
  if (isClosedPipe(reason)) return exitCode.completed
  screen.problem([`The output cannot be written: ${reasonOf(reason)}`])
  return exitCode.failed
}

function arrived(events: number, screen: Screen): string[] {
  if (events === 0) return []
  return [
    `  Before that came ${counted(events, 'event')} with ${counted(screen.written.length, 'character')} of text.`,
  ]
}
