import { declaration } from '../structured/declaration.js'
import type { DeclaredTextFormat } from '../structured/text-format.js'
import type { CliContext } from './context.js'
import { UsageError } from './exit-code.js'
import { readPrompt } from './prompt.js'
import { readFormat, type SchemaOptions } from './schema/read-format.js'

/** Options of every command that waits for an answer. */
export interface CallOptions {
  strict?: boolean
  /** In seconds. */
  timeout?: number
}

/** The options of `run` as they were typed. */
export interface RunOptions extends CallOptions, SchemaOptions {
  replay?: string
  baseUrl?: string
  model?: string
  instructions?: string
  json?: boolean
  /** False with `--no-stream`. */
  stream: boolean
  background?: boolean
  debug?: boolean
}

/** Small, cheap and widely known; servers with models of their own say which they have. */
const defaultModel = 'gpt-5-mini'

export interface RunRequest {
  model: string
  input: string
  instructions?: string
  background?: true
  text?: { format: DeclaredTextFormat<unknown> }
}

/** What to ask, from the command line, the environment and stdin. Throws `UsageError`. */
export async function readRequest(
  words: readonly string[],
  options: RunOptions,
  { stdin, env }: CliContext,
  signal: AbortSignal,
): Promise<RunRequest> {
  // Before stdin is waited for.
  const format = await readFormat(options)
  const input =
    options.replay === undefined ? await readPrompt(words, stdin, signal) : replayPrompt(words, options)
  const request: RunRequest = { model: options.model ?? (env.MILLRACE_MODEL || defaultModel), input }
  if (options.instructions !== undefined) request.instructions = options.instructions
  if (options.background) request.background = true
  if (format !== undefined) request.text = { format }
  return request
}

/** The same request for an answer in one piece, which is to be printed as it came before values are read from it. */
export function undeclared({ text, ...request }: RunRequest) {
  if (text === undefined) return request
  const { [declaration]: _read, ...format } = text.format
  return { ...request, text: { format } }
}

/** The same for the call itself. */
export function callOptions({ strict, timeout }: CallOptions) {
  const limit = timeout === undefined ? undefined : timeout * 1000
  return {
    strict: strict ?? false,
    timeout: limit === undefined ? undefined : { connect: limit, total: limit },
  }
}

/** A recording answers whatever it is asked; what would have no effect is refused rather than ignored. */
function replayPrompt(words: readonly string[], options: RunOptions): string {
  const { replay, baseUrl, stream, background } = options
  const given: readonly (readonly [boolean, string])[] = [
    [words.length > 0, 'a prompt'],
    [baseUrl !== undefined, '--base-url'],
    [!stream, '--no-stream'],
    [background === true, '--background'],
  ]
  const useless = given.find(([isGiven]) => isGiven)?.[1]
  if (useless === undefined) return `the recording ${replay ?? ''}`
  throw new UsageError(`--replay plays back a recorded stream, so it does not take ${useless}.`, [
    '  millrace run --replay stream.sse',
  ])
}
