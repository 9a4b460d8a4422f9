import { DONE, parseEvent, type ResponseStreamEvent, type UnknownEvent } from '../../src/events/index.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
import type { Backend } from '../../src/server/backend.js'
import type { ResponsesServerOptions } from '../../src/server/options.js'
import { SSEDecoder } from '../../src/sse/index.js'

export type WireEvent = ResponseStreamEvent | UnknownEvent

/** A server without heartbeats or padding, so that what a test sees is what it is about. */
export function testServer(
  backend: Backend | Backend['respond'],
  options: Partial<ResponsesServerOptions> = {},
) {
  const asked = typeof backend === 'function' ? { respond: backend } : backend
  return createResponsesServer({ backend: asked, heartbeat: false, obfuscation: false, ...options })
}

export interface PostOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

function postRequest(body: unknown, { headers = {}, signal }: PostOptions = {}): Request {
  return new Request('http://localhost/v1/responses', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
}

export async function post(
  server: { fetch(request: Request): Promise<Response | undefined> },
  body: unknown,
  options?: PostOptions,
): Promise<Response> {
  const response = await server.fetch(postRequest(body, options))
  if (response === undefined) throw new TypeError('The server said that the path is not its own.')
  return response
}

/** The events of a stream that is read to its end. */
export async function eventsOf(response: Response): Promise<WireEvent[]> {
  return parseAll(await response.text())
}

export function parseAll(text: string): WireEvent[] {
  const decoder = new SSEDecoder()
  return [...decoder.feed(text), ...decoder.end()].flatMap((sse) => {
    const event = parseEvent(sse)
    return event === undefined || event === DONE ? [] : [event]
  })
}

/** Asks for a stream and reads it. */
export async function streamEvents(
  backend: Backend | Backend['respond'],
  options: Partial<ResponsesServerOptions> = {},
  body: object = {},
): Promise<WireEvent[]> {
  return eventsOf(
    await post(testServer(backend, options), { model: 'm-test', input: 'Hi', stream: true, ...body }),
  )
}

export const typesOf = (events: readonly WireEvent[]): string[] => events.map((event) => event.type)

/** For who wants to see the chunks. */
export function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (response.body === null) throw new TypeError('The answer has no body.')
  return response.body.getReader()
}

/** Collects what a stream sends, as it comes. */
export function watch(response: Response): { chunks: string[]; cancel(): Promise<void> } {
  const reader = readerOf(response)
  const decoder = new TextDecoder()
  const chunks: string[] = []
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      chunks.push(decoder.decode(next.value))
  }
  void read()
  return { chunks, cancel: () => reader.cancel() }
}
