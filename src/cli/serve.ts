import { inspect } from 'node:util'
import { bearerKeys } from '../server/authenticate.js'
import type { RunEndInfo } from '../server/hooks.js'
import { HTTPError } from '../server/http-error.js'
import { createResponsesServer } from '../server/responses-server.js'
import { type ListeningServer, serve } from '../server/serve.js'
import type { CliContext } from './context.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { exitCodeOf, explain } from './explain/explain.js'
import { listenError } from './explain/listen.js'
import { backendOf, keysOf, type ServeCommandOptions } from './serve-options.js'
import { type OpenStore, openStore } from './serve-store.js'
import { createScreen, type Screen } from './terminal/screen.js'
import { welcome } from './welcome.js'

/** In ms: how long runs may go on after Ctrl-C. Who waits at a terminal wants it back. */
const drain = 10_000

/** `millrace serve`: listens until it is interrupted. Never rejects; the exit code says how it went. */
export async function serveUntilInterrupted(
  options: ServeCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const screen = createScreen(context)
  let store: OpenStore | undefined
  let listening: ListeningServer | undefined
  try {
    const keys = keysOf(options, context.env)
    const backend = backendOf(options, context.env)
    store = await openStore(options.store)
    const server = createResponsesServer({
      backend,
      store: store.store,
      drain,
      hooks: { onRunEnd: (end) => reportFailure(end, options, screen) },
      ...(keys.length > 0 && { authenticate: bearerKeys(keys) }),
      ...(options.model !== undefined && { defaultModel: options.model }),
      ...(options.maxRuns !== undefined && { background: { maxConcurrentRuns: options.maxRuns } }),
    })
    listening = await serve(server, { ...options, allowedHosts: options.allowHost ?? [] })
    screen.problem(welcome({ ...options, url: `${listening.url}/v1`, hasKeys: keys.length > 0 }))
    await aborted(context.signal)
    screen.problem([
      `Stopping: what is running may take ${drain / 1000} s more.`,
      'Press Ctrl-C again to stop at once.',
    ])
    return exitCode.completed
  } catch (error) {
    const said = listenError(error, options) ?? error
    screen.problem(explain(said, { host: 'the server', hasKey: false }))
    if (options.debug || context.env.MILLRACE_DEBUG) screen.problem([inspect(error)])
    return exitCodeOf(said)
  } finally {
    await listening?.close()
    await store?.close()
    await screen.close()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Clients are not told what is nobody's business but the operator's. */
function reportFailure(
  { responseId, error }: RunEndInfo,
  { debug }: ServeCommandOptions,
  screen: Screen,
): void {
  if (!(error instanceof Error) || (HTTPError.isInstance(error) && error.status < 500)) return
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  screen.problem([`${responseId} failed: ${error.message}${cause}`])
  if (debug) screen.problem([inspect(error)])
}
