import type { ResponseStream } from '../stream/response-stream.js'
import { answer } from './answer.js'
import type { CliContext } from './context.js'
import { type ExitCode, UsageError } from './exit-code.js'
import { goOnLater } from './go-on-later.js'
import { callOptions, readRequest, type RunOptions, undeclared } from './run-request.js'
import { inSession } from './session.js'
import { openTarget } from './target.js'
import type { Screen } from './terminal/screen.js'

/** `millrace run`: asks once and prints the answer. Never rejects; the exit code says how it went. */
export function run(words: readonly string[], options: RunOptions, context: CliContext): Promise<ExitCode> {
  return inSession(options, context, async (session) => {
    const { screen, progress, signal } = session
    if (options.background && !options.stream) throw new UsageError(cannotLeave)
    const request = await readRequest(words, options, context, signal)
    const target = await openTarget(options, context.env)
    session.use(target)
    const { responses } = target.client
    const call = { signal, ...callOptions(options) }
    const asking = { json: options.json ?? false, format: request.text?.format, screen, progress, signal }
    if (!options.stream)
      return answer({ ...asking, source: { whole: responses.create(undeclared(request), call) } })
    const stream = responses.stream(request, call)
    if (options.background) {
      session.onUnfinished((why) => goOnLater(stream, target, options, why))
      if (!target.isOurs) sayId(stream, screen)
    }
    return answer({ ...asking, source: { stream } })
  })
}

/** Not only at the end: a terminal that is closed leaves no time to say it. */
function sayId(stream: ResponseStream, screen: Screen): void {
  const known = (): void => {
    if (stream.responseId === undefined) return
    stream.off('event', known)
    screen.note([`${stream.responseId} runs in the background.`])
  }
  stream.on('event', known)
}

const cannotLeave =
  '--background follows the stream of the response, so it does not go with --no-stream. Ctrl-C leaves it running.'
