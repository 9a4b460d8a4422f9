import { DONE, parseEvent, type ResponseStreamEvent, type UnknownEvent } from '../../src/events/index.js'
import { createResponsesServer } from '../../src/server/responses-server.js'
import type { Backend } from '../../src/server/backend.js'
import type { ResponsesServerOptions } from '../../src/server/options.js'
import { SSEDecoder } from '../../src/sse/index.js'

export type WireEvent = ResponseStreamEvent | UnknownEvent

/** A server without heartbeats or padding, and without patience when it closes, so that what a test sees is what it is about. */
export function testServer(
  backend: Backend | Backend['respond'],
  options: Partial<ResponsesServerOptions> = {},
) {
  const asked = typeof backend === 'function' ? { respond: backend } : backend
  const hooks = { onError() {}, ...options.hooks }
  return createResponsesServer({
    backend: asked,
    heartbeat: false,
    obfuscation: false,
    drain: 0,
    ...options,
    hooks,
  })
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

/** Any other request than a POST of a response. */
export async function ask(
  server: { fetch(request: Request): Promise<Response | undefined> },
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await server.fetch(new Request(`http://localhost/v1/responses${path}`, init))
  if (response === undefined) throw new TypeError('The server said that the path is not its own.')
  return response
}

/** Status and body of an answer that is JSON. */
export async function told(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()]
}

/** The id in a Response object, or in the first event that has one. */
export function idOf(source: unknown): string {
  const id: unknown = Reflect.get(Object(source), 'id')
  if (typeof id === 'string') return id
  const response: unknown = Reflect.get(Object(source), 'response')
  if (response === undefined) throw new TypeError('There is no response in it.')
  return idOf(response)
}

/** Reads a stream until `enough` says so, without leaving it. */
export async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  enough: (text: string) => boolean,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (!enough(text)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  return text
}

/** Something that a test opens when it likes. */
export function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
