import { memoryStore } from '../store/memory/memory-store.js'
import type { Core } from './core.js'
import { createLiveRuns } from './live-runs.js'
import { createMaintenance } from './maintenance.js'
import { resolveOptions, type ResponsesServerOptions } from './options.js'
import { createRoutes } from './routes.js'
import { createRunQueue } from './run/run-queue.js'

/** The Responses API as a function from request to response. */
export interface ResponsesServer {
  /** The answer to a request, or undefined when its path is not one of this server's. It never rejects. */
  fetch(request: Request): Promise<Response | undefined>
  /**
   * Refuses what comes from now on with 503, closes the streams of background runs (their readers can
   * go on elsewhere), leaves queued runs to other processes, and resolves when all others have ended.
   * Those that take longer than `drain` (in ms, default the server's option) fail with `server_shutdown`.
   */
  close(options?: { drain?: number }): Promise<void>
  /** False from the moment when it begins to close: a load balancer should send nothing more. */
  readonly ready: boolean
  /** Nobody is asked who they are: `serve` then listens on this machine only. */
  readonly loopbackOnly: boolean
}

/**
 * The Responses API in front of a backend, as a function from request to response: mount it in any
 * framework that speaks fetch, or let `serve` listen.
 *
 * Responses are stored unless the request says `store: false`, in the memory of this process unless
 * there is a `store`. With `background: true` a run goes on without its client, who can come back to its
 * stream (`GET /responses/{id}?stream=true&starting_after=N`). When the client of another run leaves,
 * the run is cancelled and its backend's signal aborted.
 *
 * @example
 * const server = createResponsesServer({ backend: demoBackend(), authenticate: bearerKeys(['secret']) })
 * export default { fetch: async (request) => (await server.fetch(request)) ?? new Response(null, { status: 404 }) }
 */
export function createResponsesServer(options: ResponsesServerOptions): ResponsesServer {
  const resolved = resolveOptions(options)
  const core: Core = {
    options: resolved,
    store: options.store ?? memoryStore(),
    live: createLiveRuns(),
    queue: createRunQueue(resolved.background.maxConcurrentRuns),
    lease: options.store === undefined ? undefined : resolved.background.lease,
  }
  const maintenance = createMaintenance(core)
  const routes = createRoutes(core)
  const root = `${resolved.basePath}/responses`
  if (options.store !== undefined) maintenance.start()
  return {
    loopbackOnly: options.authenticate === undefined && options.prepare === undefined,
    get ready() {
      return !core.live.closing
    },
    async close({ drain = resolved.drain } = {}) {
      core.queue.close()
      await core.live.close(drain)
      maintenance.stop()
      if (options.store === undefined) await core.store.close()
    },
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname !== root && !pathname.startsWith(`${root}/`)) return undefined
      // The server's own store needs nothing before there is something in it.
      maintenance.start()
      return routes.fetch(request)
    },
  }
}
