import type { ResponsesServer } from './responses-server.js'

/** Options of `cors`. */
export interface CorsOptions {
  /** The origins whose pages may use the server, such as `https://app.example`; `*` means all. */
  origins: '*' | readonly string[]
  /** In seconds: how long a browser may remember the answer to its question. Default 600. */
  maxAge?: number
}

/** What a page may read of an answer, besides its body. */
const exposed = 'x-request-id, idempotency-key, retry-after'

/**
 * Lets pages of other origins use a server. Nothing is allowed without it. Cookies are never: a page
 * sends its key, or the server recognises it otherwise (see `prepare`).
 *
 * @example
 * const server = cors({ origins: ['https://app.example'] })(createResponsesServer({ backend }))
 */
export function cors({ origins, maxAge = 600 }: CorsOptions): (server: ResponsesServer) => ResponsesServer {
  function allowed(request: Request): string | undefined {
    const origin = request.headers.get('origin')
    if (origin === null) return undefined
    if (origins === '*') return '*'
    return origins.includes(origin) ? origin : undefined
  }

  return (server) => ({
    loopbackOnly: server.loopbackOnly,
    get ready() {
      return server.ready
    },
    close: (options) => server.close(options),
    async fetch(request) {
      const origin = allowed(request)
      const answer = isQuestion(request) && origin !== undefined ? permission(request, maxAge) : undefined
      const response = answer ?? (await server.fetch(request))
      if (response === undefined) return undefined
      // Also for origins that are refused: a cache must not give them the answer to another one.
      response.headers.append('vary', 'origin')
      if (origin === undefined) return response
      response.headers.set('access-control-allow-origin', origin)
      response.headers.set('access-control-expose-headers', exposed)
      return response
    },
  })
}

/** A browser asks before it sends anything that a form could not send. */
function isQuestion(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}

function permission(request: Request, maxAge: number): Response {
  const asked = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-max-age': String(maxAge),
      ...(asked !== null && { 'access-control-allow-headers': asked }),
    },
  })
}
