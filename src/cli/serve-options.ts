import type { Backend } from '../server/backend.js'
import { demoBackend } from '../server/backends/demo.js'
import { upstreamBackend } from '../server/backends/upstream.js'
import type { CliContext } from './context.js'
import { UsageError } from './exit-code.js'

/** The options of `serve` as they were typed. */
export interface ServeCommandOptions {
  port: number
  host: string
  key?: readonly string[]
  allowHost?: readonly string[]
  store: string
  upstream?: string
  upstreamKeyEnv?: string
  maxRuns?: number
  model?: string
  debug?: boolean
}

/** The keys that clients may use: those typed, and those of MILLRACE_KEYS, which `ps` does not show. */
export function keysOf({ key = [] }: ServeCommandOptions, env: CliContext['env']): string[] {
  const keys = [...key, ...(env.MILLRACE_KEYS ?? '').split(/[\s,]+/)].filter((each) => each !== '')
  if (keys.some((each) => /[^\u0021-\u007e]/.test(each)))
    throw new UsageError('A key may have no spaces and no letters outside ASCII.')
  return [...new Set(keys)]
}

/** What answers: another server, or the demo model. */
export function backendOf(
  { upstream, upstreamKeyEnv }: ServeCommandOptions,
  env: CliContext['env'],
): Backend {
  if (upstream === undefined) {
    if (upstreamKeyEnv !== undefined)
      throw new UsageError('--upstream-key-env needs --upstream, the server that the key is for.')
    return demoBackend()
  }
  if (!URL.canParse(upstream) || !/^https?:$/.test(new URL(upstream).protocol))
    throw new UsageError(`--upstream ${upstream} is not a URL.`, [
      'It usually ends in /v1: --upstream https://api.openai.com/v1',
    ])
  if (upstreamKeyEnv === undefined) return upstreamBackend({ baseURL: upstream, apiKey: null })
  const key = env[upstreamKeyEnv]?.trim() ?? ''
  if (key === '')
    throw new UsageError(
      `The environment variable ${upstreamKeyEnv}, which --upstream-key-env names, is not set.`,
    )
  return upstreamBackend({ baseURL: upstream, apiKey: key })
}
