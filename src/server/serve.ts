import { getRequestListener } from '@hono/node-server'
import { createServer, type Server, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { MillraceError } from '../errors/millrace-error.js'
import { trackConnections } from './connections.js'
import { directWriter } from './direct-body.js'
import { HTTPError } from './http-error.js'
import { errorResponse, jsonResponse } from './json-response.js'
import type { ResponsesServer } from './responses-server.js'

/** Where to listen. */
export interface ServeOptions {
  /** Default 0: any free port, see `url`. */
  port?: number
  /** Default `127.0.0.1`. */
  host?: string
  /**
   * While nobody is asked who they are, only requests to these host names are answered, so that a page in a browser
   * on this machine cannot reach the server by a name of its own that it points here. Names of this machine
   * (`localhost`, 127.0.0.1, ::1) always are. For a proxy in front that keeps the name it was asked for.
   */
  allowedHosts?: readonly string[]
  /**
   * Where to ask whether requests should be sent here: 200 with `{"status":"ready"}`, or, once the server
   * closes, 503 with `{"status":"closing"}`. Nobody has to say who they are. Default `/ready`; `false` for none.
   */
  readyPath?: string | false
}

/** What `serve` needs of a server; one that does not say otherwise is ready. */
export type Servable = Pick<ResponsesServer, 'fetch' | 'close' | 'loopbackOnly'> &
  Partial<Pick<ResponsesServer, 'ready'>>

/** A server that listens. */
export interface ListeningServer {
  /** Without a slash at the end, such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly port: number
  /**
   * Ends what is running (see `ResponsesServer.close`), and resolves when all connections are closed. It listens
   * until the last run has ended: what is stored can still be read and cancelled, new requests are refused
   * with 503, and `readyPath` says so.
   */
  close(options?: { drain?: number }): Promise<void>
}

/** In ms: how long a client may take to read the end of its stream when the server closes. */
const farewell = 2000

/** In ms. Longer than what load balancers keep idle connections for, so that it is never us who close one that they are about to use. */
const keepAlive = 75_000

/**
 * Listens on Node.
 *
 * Rejects with `insecure_host` for a host that other machines can reach while the server asks nobody
 * who they are (neither `authenticate` nor `prepare`), and with Node's own error when it cannot listen.
 *
 * @example
 * const { url, close } = await serve(createResponsesServer({ backend: demoBackend() }), { port: 8080 })
 */
export async function serve(
  server: Servable,
  { port = 0, host = '127.0.0.1', readyPath = '/ready', allowedHosts = [] }: ServeOptions = {},
): Promise<ListeningServer> {
  if (server.loopbackOnly && !isLoopback(host)) throw insecureHost(host)
  async function answer(
    request: Request,
    { outgoing }: { outgoing: ServerResponse | Http2ServerResponse },
  ): Promise<Response> {
    const { pathname, hostname } = new URL(request.url)
    if (pathname === readyPath) return readiness(server)
    if (server.loopbackOnly && !isLoopback(hostname) && !allowedHosts.includes(hostname))
      return foreignHost(hostname)
    const response = (await server.fetch(request)) ?? notFound(request)
    return outgoing instanceof ServerResponse ? writeDirectly(response, outgoing) : response
  }
  // The adapter would replace the global Request and Response of the whole process.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  http.keepAliveTimeout = keepAlive
  const connections = trackConnections(http)
  await listen(http, port, host)
  let closed: Promise<void> | undefined
  const actual = portOf(http.address()) ?? port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: async (options) => {
      await server.close(options).finally(() => {
        closed ??= new Promise<void>((resolve) => http.close(() => resolve()))
        connections.release()
      })
      const force = setTimeout(() => http.closeAllConnections(), farewell)
      await closed
      clearTimeout(force)
    },
  }
}

/** How the adapter is told that there is nothing left to do. */
const alreadySent = { 'x-hono-already-sent': 'true' }

function writeDirectly(response: Response, outgoing: ServerResponse): Response {
  const write = directWriter(response)
  if (write === undefined) return response
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  void write(outgoing)
  const sent = new Response(null, { headers: alreadySent })
  // Where another adapter has replaced the global `Response`, one that was never looked into would be sent once more.
  void sent.body
  return sent
}

function listen(http: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      resolve()
    })
  })
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

function isLoopback(host: string): boolean {
  return loopback.test(host)
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined
}

function insecureHost(host: string): MillraceError {
  return new MillraceError(
    'insecure_host',
    `Refusing to listen on ${host}: anybody who can reach it could use this server. ` +
      'Give it `authenticate` (see bearerKeys) or `prepare`, or listen on 127.0.0.1.',
  )
}

function readiness({ ready = true }: Servable): Response {
  const status = ready ? 'ready' : 'closing'
  return jsonResponse({ status }, ready ? 200 : 503, { 'cache-control': 'no-store' })
}

function foreignHost(hostname: string): Response {
  const message =
    `This server answers to localhost alone, not to '${hostname}', because it asks nobody who they are. ` +
    'Its operator can give it `authenticate`, or allow the name with `allowedHosts`.'
  return errorResponse(new HTTPError({ status: 403, message, code: 'forbidden_host' }))
}

function notFound(request: Request): Response {
  const { pathname } = new URL(request.url)
  return errorResponse(
    new HTTPError({
      status: 404,
      message: `Unknown request URL: ${request.method} ${pathname}.`,
      code: 'unknown_url',
    }),
  )
}
