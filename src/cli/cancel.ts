import type { CliContext } from './context.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { inSession } from './session.js'
import { openServer } from './target.js'

/** The options of `cancel` as they were typed. */
export interface CancelOptions {
  baseUrl?: string
  debug?: boolean
}

/** `millrace cancel`: stops a background response. Text that came before is printed by `resume`. */
export function cancel(id: string, options: CancelOptions, context: CliContext): Promise<ExitCode> {
  return inSession(options, context, async ({ screen, signal, use }) => {
    const target = openServer(options, context.env)
    use(target)
    const { status } = await target.client.responses.cancel(id, { signal })
    if (status === 'cancelled') {
      screen.problem([`Cancelled ${id}.`])
      return exitCode.completed
    }
    const isOver = status !== 'queued' && status !== 'in_progress'
    screen.problem([
      isOver ? `${id} had already ended: ${status ?? 'unknown'}.` : `${id} is being cancelled.`,
    ])
    return isOver ? exitCode.failed : exitCode.completed
  })
}
