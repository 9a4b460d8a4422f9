import { createLiveRuns } from './live-runs.js'
import { resolveOptions, type ResponsesServerOptions } from './options.js'
import { createRoutes } from './routes.js'

/** The Responses API as a function from request to response. */
export interface ResponsesServer {
  /** The answer to a request, or undefined when its path is not one of this server's. It never rejects. */
  fetch(request: Request): Promise<Response | undefined>
  /** Ends what is running with `server_shutdown` and refuses what comes later with 503. */
  close(): Promise<void>
  /** Nobody is asked who they are: `serve` then listens on this machine only. */
  readonly loopbackOnly: boolean
}

/**
 * The Responses API in front of a backend, as a function from request to response: mount it in any
 * framework that speaks fetch, or let `serve` listen.
 *
 * Nothing is stored. A response lives as long as its request, as with `store: false`, and says so
 * (`store` is `false` in it): `GET /responses/{id}` is 404, `previous_response_id` is
 * `previous_response_not_found`, and `background: true` is refused with `unsupported_parameter`.
 * When the client leaves, the run is cancelled and its backend's signal aborted.
 *
 * @example
 * const server = createResponsesServer({ backend: demoBackend(), authenticate: bearerKeys(['secret']) })
 * export default { fetch: async (request) => (await server.fetch(request)) ?? new Response(null, { status: 404 }) }
 */
export function createResponsesServer(options: ResponsesServerOptions): ResponsesServer {
  const resolved = resolveOptions(options)
  const live = createLiveRuns()
  const routes = createRoutes(resolved, live)
  const root = `${resolved.basePath}/responses`
  return {
    loopbackOnly: options.authenticate === undefined && options.prepare === undefined,
    close: () => live.close(),
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname !== root && !pathname.startsWith(`${root}/`)) return undefined
      return routes.fetch(request)
    },
  }
}
