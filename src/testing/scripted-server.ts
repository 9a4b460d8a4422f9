import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { answerFor, headersOf, toBytes, type Script, type ScriptEnd, type Step } from './script.js'

/** A request as the scripted server received it. */
export interface ServedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Settles with true when the client left before the answer had ended, with false when it got all of it. */
  disconnected: Promise<boolean>
}

/** A running scripted server. Close it, or the process stays. */
export interface ScriptedServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string
  requests: ServedRequest[]
  /** Destroys what is still open, hanging answers included. It always settles; calling it twice is fine. */
  close(): Promise<void>
}

/**
 * An HTTP server on an ephemeral loopback port whose answers are scripted byte for byte: nothing is
 * added, joined or repaired. Every string or byte array is one write.
 *
 * @example
 * const server = await scriptedServer([{ steps: [toSSE(numbered(happy())), { end: 'reset' }] }])
 * const client = new Millrace({ baseURL: `${server.url}/v1`, apiKey: 'test' })
 * // …
 * await server.close()
 */
export async function scriptedServer(script: Script<ServedRequest>): Promise<ScriptedServer> {
  const requests: ServedRequest[] = []
  const closing = new AbortController()
  const server = createServer((message, response) => {
    serve(message, response).catch(() => message.socket.destroy())
  })

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const disconnected = new Promise<boolean>((resolve) =>
      response.once('close', () => resolve(!response.writableFinished)),
    )
    const request = { ...(await read(message)), disconnected }
    const answer = await answerFor(script, request, requests.push(request) - 1)
    response.writeHead(answer.status ?? 200, headersOf(answer))
    response.flushHeaders()
    await play(answer.steps ?? [], response, closing.signal)
  }

  const url = await listen(server)
  return {
    url,
    requests,
    close: () => {
      closing.abort()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function read(message: IncomingMessage): Promise<Omit<ServedRequest, 'disconnected'>> {
  const { method = '', url = '', headers } = message
  return { method, url, headers, body: await text(message) }
}

async function play(steps: readonly Step[], response: ServerResponse, closing: AbortSignal): Promise<void> {
  const gone = new Promise<void>((resolve) => response.once('close', () => resolve()))
  for (const step of steps) {
    if (closing.aborted || response.destroyed) return
    if (typeof step === 'string' || step instanceof Uint8Array) await write(response, toBytes(step))
    else if ('wait' in step) await waitUnless(gone, step.wait)
    else return finish(response, step.end)
  }
  finish(response, 'eof')
}

/** Settles when the bytes are on their way, or when nobody is there to take them. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })
}

async function waitUnless(gone: Promise<void>, wait: number | PromiseLike<unknown>): Promise<void> {
  if (typeof wait !== 'number') return void (await Promise.race([wait, gone]))
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, wait)))
  await Promise.race([passed, gone])
  clearTimeout(timer)
}

function finish(response: ServerResponse, end: ScriptEnd): void {
  if (end === 'eof') response.end()
  // RST rather than FIN: only that is a connection error on the other side and never an early end.
  else if (end === 'reset') response.socket?.resetAndDestroy()
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new TypeError('The server has no port.'))
      else resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}
