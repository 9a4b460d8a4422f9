import { inspect } from 'node:util'
import { answer } from './answer.js'
import type { CliContext } from './context.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { exitCodeOf, explain, type Place } from './explain/explain.js'
import { counted } from './render/format.js'
import { createProgress } from './render/progress.js'
import { readRequest, type RunOptions } from './run-request.js'
import { openTarget, type Target } from './target.js'
import { createScreen, type Screen } from './terminal/screen.js'
import { isClosedPipe } from './terminal/sink.js'

/** `millrace run`: asks once and prints the answer. Never rejects; the exit code says how it went. */
export async function run(
  words: readonly string[],
  options: RunOptions,
  context: CliContext,
): Promise<ExitCode> {
  const stdoutBroken = new AbortController()
  const signal = AbortSignal.any([context.signal, stdoutBroken.signal])
  const progress = createProgress()
  const screen = createScreen(context, {
    onBroken: (error) => stdoutBroken.abort(error),
    status: progress.segments,
  })
  let target: Target | undefined
  try {
    const request = await readRequest(words, options, context, signal)
    target = await openTarget(options, context.env)
    screen.note(target.remarks)
    const code = await answer({ client: target.client, request, options, screen, progress, signal })
    if (code === exitCode.completed && context.stderr.isTTY) screen.note([progress.summary()])
    return code
  } catch (error) {
    await screen.endText()
    if (context.signal.aborted) return interrupted(screen)
    if (stdoutBroken.signal.aborted) return brokenOutput(stdoutBroken.signal.reason, screen)
    screen.problem([...explain(error, target?.place ?? nowhere), ...arrived(progress.events, screen)])
    if (options.debug || context.env.MILLRACE_DEBUG) screen.problem([inspect(error)])
    return exitCodeOf(error)
  } finally {
    await screen.close()
    await target?.close()
  }
}

const nowhere: Place = { host: 'the server', hasKey: false }

function interrupted(screen: Screen): ExitCode {
  screen.problem(['Interrupted.'])
  return exitCode.interrupted
}

/** `| head -1` has seen enough: nothing went wrong, and nobody is left to tell. */
function brokenOutput(reason: unknown, screen: Screen): ExitCode {
  if (isClosedPipe(reason)) return exitCode.completed
  screen.problem([
    `The output cannot be written: ${reason instanceof Error ? reason.message : String(reason)}`,
  ])
  return exitCode.failed
}

function arrived(events: number, screen: Screen): string[] {
  if (events === 0) return []
  return [
    `  Before that came ${counted(events, 'event')} with ${counted(screen.written.length, 'character')} of text.`,
  ]
}
