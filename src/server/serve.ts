import { getRequestListener } from '@hono/node-server'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MillraceError } from '../errors/millrace-error.js'
import { trackConnections } from './connections.js'
import { HTTPError } from './http-error.js'
import { errorResponse } from './json-response.js'
import type { ResponsesServer } from './responses-server.js'

/** Where to listen. */
export interface ServeOptions {
  /** Default 0: any free port, see `url`. */
  port?: number
  /** Default `127.0.0.1`. */
  host?: string
}

/** A server that listens. */
export interface ListeningServer {
  /** Without a slash at the end, such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly port: number
  /** Accepts nothing new, ends what is running (see `ResponsesServer.close`), and resolves when all connections are closed. */
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
  server: ResponsesServer,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<ListeningServer> {
  if (server.loopbackOnly && !isLoopback(host)) throw insecureHost(host)
  const answer = async (request: Request): Promise<Response> =>
    (await server.fetch(request)) ?? notFound(request)
  // The adapter would replace the global Request and Response of the whole process.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  http.keepAliveTimeout = keepAlive
  const connections = trackConnections(http)
  await listen(http, port, host)
  const actual = portOf(http.address()) ?? port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: async (options) => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      await server.close(options)
      connections.release()
      const force = setTimeout(() => http.closeAllConnections(), farewell)
      await closed
      clearTimeout(force)
    },
  }
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
