import { answer } from './answer.js'
import type { CliContext } from './context.js'
import type { ExitCode } from './exit-code.js'
import { goOnLater } from './go-on-later.js'
import { callOptions, type CallOptions } from './run-request.js'
import { readFormat, type SchemaOptions } from './schema/read-format.js'
import { inSession } from './session.js'
import { openServer } from './target.js'

/** The options of `resume` as they were typed. */
export interface ResumeOptions extends CallOptions, SchemaOptions {
  baseUrl?: string
  after?: number
  json?: boolean
  debug?: boolean
}

/** `millrace resume`: prints a background response from the start, or from where it was left. */
export function resume(id: string, options: ResumeOptions, context: CliContext): Promise<ExitCode> {
  return inSession(options, context, async (session) => {
    const { screen, progress, signal } = session
    const format = await readFormat(options)
    const target = openServer(options, context.env)
    session.use(target)
    const { after, json = false } = options
    const point = after === undefined ? id : { response_id: id, sequence_number: after }
    const stream = target.client.responses.resume(point, {
      signal,
      ...callOptions(options),
      ...(format !== undefined && { text: { format } }),
    })
    session.onUnfinished((why) =>
      stream.cursor === undefined ? [] : goOnLater(stream, target, options, why),
    )
    return answer({ source: { stream }, json, format, after, screen, progress, signal })
  })
}
